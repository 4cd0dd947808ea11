import { readTarget } from '../names.ts';
import { splitWords } from '../words.ts';
import { readParameters } from './service-parameters.ts';
import { accept, type Reading, readNumber, refuse, type TypeRule } from './types.ts';

/** HTTPS and SVCB: RFC 9460. Priority 0 makes an alias, without parameters. */
export const serviceBinding: TypeRule = {
  numbers: [],
  nameAt: 1,
  read(record, domain): Reading {
    const [priorityText, targetText, ...rest] = splitWords(record) ?? [];
    const priority = readNumber(priorityText, 0, 65_535);
    if (priority === null || targetText === undefined) {
      return refuse(
        'Priority: enter a whole number from 0 to 65535, then target and parameters, such as 1 . alpn=h2,h3',
      );
    }
    const target = readTarget(targetText, domain, { type: 'Such a record', dot: true, underscores: true });
    if (!target.ok) return refuse(`Target: ${target.message}`);
    if (priority === 0) {
      return rest.length === 0
        ? accept(`0 ${target.name}`)
        : refuse('Priority: 0 makes an alias, which has no parameters. Take them out or set the priority to 1');
    }
    const parameters = readParameters(rest);
    if ('problem' in parameters) return refuse(parameters.problem);
    return accept([priority, target.name, ...parameters.words].join(' '));
  },
  write: (record) => (splitWords(record) ?? []).map(numberDohpath).join(' '),
};

/** PowerDNS 4.7 knows dohpath by its number only. */
function numberDohpath(word: string): string {
  if (word.startsWith('mandatory=')) return word.replace(/\bdohpath\b/, 'key7');
  return word.replace(/^dohpath=/, 'key7=');
}
