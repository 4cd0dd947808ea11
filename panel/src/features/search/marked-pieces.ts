export type Piece = { text: string; marked: boolean };

const characters: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/**
 * Reads what the server marked: escaped text with `<mark>` around what was searched for. Whatever else stands in it is
 * shown as it is written: nothing here is ever made into HTML.
 */
export const markedPieces = (html: string): Piece[] =>
  html
    .split(/(<mark>[^<>]*<\/mark>)/)
    .map((part) => {
      const inside = /^<mark>(.*)<\/mark>$/s.exec(part)?.[1];
      return { text: plain(inside ?? part), marked: inside !== undefined };
    })
    .filter(({ text }) => text !== '');

const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => characters[entity] ?? entity);
