import { quoteText, splitWords, wordText } from '../words.ts';
import { accept, type Reading, readNumber, refuse, type TypeRule } from './types.ts';

export const uri: TypeRule = {
  numbers: [],
  read(record): Reading {
    const words = splitWords(record) ?? [];
    const [priority, weight] = [readNumber(words[0], 0, 65_535), readNumber(words[1], 0, 65_535)];
    const target = words.length === 3 ? wordText(words[2] ?? '') : null;
    if (target === null)
      return refuse('Enter priority, weight and "address", such as 10 1 "https://www.example.com/path"');
    if (priority === null) return refuse('Priority: enter a whole number from 0 to 65535');
    if (weight === null) return refuse('Weight: enter a whole number from 0 to 65535');
    if (!/^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$/i.test(target) || target.length > 2048) {
      return refuse('Address: enter it in full, such as https://www.example.com/path, with at most 2,048 characters');
    }
    return accept(`${priority} ${weight} ${quoteText(target)}`);
  },
};
