import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textOf } from './entities.ts';

test.each([
  ['What&#8217;s new &#8211; in &#x201C;5.10&#x201D;', 'What’s new – in “5.10”'],
  ['A &amp; B &lt;b&gt; &quot;c&quot; &hellip;', 'A & B <b> "c" …'],
  ['An <em>important</em> <a href="x">thing</a><br/>', 'An important thing'],
  ['twice &amp;amp; is once', 'twice &amp; is once'],
  ['&lt;script&gt;alert(1)&lt;/script&gt;', '<script>alert(1)</script>'],
  ['1 < 2 &unknown; &#0; &#55296; &#1114112; &#xFFFFFF;', '1 < 2 &unknown; &#0; &#55296; &#1114112; &#xFFFFFF;'],
  ['&#128038;', '🐦'],
  ['  ', ''],
])('%j is shown as %j', (html, text) => {
  expect(textOf(html)).toBe(text);
});

test('a text without entities and tags stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (given) => {
      const plain = given.replace(/[&<>]/g, '').trim();
      expect(textOf(plain)).toBe(plain);
    }),
  );
});
