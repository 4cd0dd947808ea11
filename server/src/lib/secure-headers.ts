import type { FastifyInstance } from 'fastify';
import type { WebLinks } from './web-links.ts';

/** Security headers of every answer. The panel's page adds a content security policy with a nonce of its own. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

export function secureHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(securityHeaders);
  });
}

/**
 * What the panel's page may load and do: its own files, its own API, styles that carry this answer's nonce, and what of
 * the provider's stands elsewhere.
 */
export const panelPolicy = (nonce: string, { feeds, feedbackScript, legacyUrl }: Elsewhere) =>
  [
    "default-src 'none'",
    `script-src ${sources(feedbackScript)}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Mantine sets sizes and colours as style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${sources(feeds.blog, feeds.help)}`,
    "media-src 'self'",
    "manifest-src 'self'",
    `form-action ${sources(legacyUrl)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

type Elsewhere = Pick<WebLinks, 'feeds' | 'feedbackScript' | 'legacyUrl'>;

/** Ourselves and the origins of these addresses; one of our own has no origin in it. */
function sources(...addresses: (string | null)[]): string {
  const origins = addresses.flatMap((address) => (address?.startsWith('http') ? new URL(address).origin : []));
  return [...new Set(["'self'", ...origins])].join(' ');
}
