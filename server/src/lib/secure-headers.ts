import type { FastifyInstance } from 'fastify';
import type { Settings } from './settings.ts';
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

/** Browsers then use HTTPS alone for this host. Of its subdomains, which are the operator's, it says nothing. */
const onlyHttps = { 'strict-transport-security': 'max-age=31536000' };

export function secureHeaders(app: FastifyInstance, { publicUrl }: Pick<Settings, 'publicUrl'>): void {
  const headers = { ...securityHeaders, ...(publicUrl.startsWith('https:') && onlyHttps) };
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}

/**
 * What the panel's page may load and do: its own files, its own API, styles that carry this answer's nonce, what its
 * players play from the edges, and what of the provider's stands elsewhere.
 */
export const panelPolicy = (nonce: string, edges: string, { feeds, feedbackScript, legacyUrl }: Elsewhere) =>
  [
    "default-src 'none'",
    `script-src ${sources(feedbackScript)}`,
    `style-src 'self' 'nonce-${nonce}'${originOf(feedbackScript)}`,
    // Mantine sets sizes and colours as style attributes.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data:${originOf(feedbackScript)}`,
    `font-src ${sources(feedbackScript)}`,
    // The widget sends what it was told to its own origin, and may draw itself in a frame from there.
    `connect-src ${sources(feeds.blog, feeds.help, feedbackScript)} ${edges}`,
    `frame-src${originOf(feedbackScript) || " 'none'"}`,
    // What plays live is put together in the page, which is a blob to the browser.
    `media-src 'self' blob: ${edges}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    `form-action ${sources(legacyUrl)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Every host of the edges: each service's streams have one of their own. `http:` covers `https:` as well. */
export const edgeSource = ({ edgeDomain, edgePort }: Pick<Settings, 'edgeDomain' | 'edgePort'>) =>
  `http://*.${edgeDomain}${edgePort === 80 ? '' : `:${edgePort}`}`;

type Elsewhere = Pick<WebLinks, 'feeds' | 'feedbackScript' | 'legacyUrl'>;

/** The origin of an address, behind a space; nothing for none, and for one of our own, which has no origin in it. */
const originOf = (address: string | null) => (address?.startsWith('http') ? ` ${new URL(address).origin}` : '');

/** Ourselves and the origins of these addresses. */
const sources = (...addresses: (string | null)[]) => ["'self'", ...new Set(addresses.map(originOf))].join('');
