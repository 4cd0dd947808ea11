import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Company, FirstName, FullName, LastName } from './schema.ts';

const kinds = { FullName, FirstName, LastName, Company };

test.each(Object.entries(kinds))(
  '%s never holds the address of a site or a mailbox, however it is wrapped',
  (_, kind) => {
    const address = fc.constantFrom(
      '://',
      'www.',
      'WWW.',
      '@',
      'https://evil.example',
      'Www.evil.example',
      'a@b.example',
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), address, fc.string({ maxLength: 30 }), (before, inside, after) => {
        expect(kind.safeParse(`A${before}${inside}${after}B`).success).toBe(false);
      }),
    );
    expect(kind.safeParse('Win at www.evil.example').error?.issues).toMatchObject([
      { message: 'Leave out addresses of sites and mailboxes' },
    ]);
  },
);

test.each([
  'Nora van New',
  'Söhne & Co. KG',
  "D'Arcy-Smith Jr.",
  'Wwwolf',
  '100% : Bytes / Bits',
  '李小龙',
  'Riverside.example',
])('%s is a name', (name) => {
  for (const kind of Object.values(kinds)) expect(kind.safeParse(name).data).toBe(name);
});
