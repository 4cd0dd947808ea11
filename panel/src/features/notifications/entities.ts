const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  times: '×',
};

/**
 * The plain text of a title that WordPress sends as HTML: tags are left out, entities become characters. The result is
 * shown as text and never becomes HTML again.
 */
export const textOf = (html: string): string =>
  html
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi,
      (entity, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return named[name] ?? entity;
        const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
        return isCharacter(code) ? String.fromCodePoint(code) : entity;
      },
    )
    .trim();

const isCharacter = (code: number) =>
  code >= 0x20 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff) && !(code >= 0x7f && code <= 0x9f);
