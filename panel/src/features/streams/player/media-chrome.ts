import * as parts from 'media-chrome';

/**
 * The page's policy allows only styles that carry its nonce, and the player's controls write theirs as text: so their
 * templates are given it before any of them is made.
 */
const nonce = (globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ ?? '';

type Template = (this: unknown, ...given: unknown[]) => string;

for (const part of Object.values(parts) as unknown[]) {
  if (typeof part !== 'function' || !Object.hasOwn(part, 'getTemplateHTML')) continue;
  const owner = part as unknown as { getTemplateHTML: Template };
  const plain = owner.getTemplateHTML;
  owner.getTemplateHTML = function (...given) {
    return plain.apply(this, given).replace(/<style(?![^>]*\bnonce=)/g, `<style nonce="${nonce}"`);
  };
}
