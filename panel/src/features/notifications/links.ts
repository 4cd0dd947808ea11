/** Where a notification leads: a path of this panel, or another page, which opens in a new tab. */
export type Target = { to: string } | { href: string };

// The server's own pages beside the panel.
const serverPages = /^\/(blog|help|api)(\/|$)/;

/**
 * Reads a link as it was sent, which may be one of the panel before this one: what stands behind `/cp` is a path of
 * ours, and its view of an invoice is our page of that invoice. What is not on the web leads nowhere.
 */
export function targetOf(link: string | null, origin: string): Target | null {
  if (link === null || link === '' || !URL.canParse(link, origin)) return null;
  const url = new URL(link, origin);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  const invoice = /\/viewinvoice(\.php)?$/.test(url.pathname) && /^\d+$/.exec(url.searchParams.get('id') ?? '')?.[0];
  if (invoice) return { to: `/home/invoice-details/${invoice}` };
  const legacy = /\/cp(\/.*)?$/.exec(url.pathname);
  if (legacy) return { to: pathOf(legacy[1] ?? '', url) };
  if (url.origin !== origin || serverPages.test(url.pathname)) return { href: url.href };
  return { to: pathOf(url.pathname, url) };
}

/** A page that only the panel before this one had leads home. */
function pathOf(path: string, { search, hash }: URL): string {
  const plain = path.replace(/^\/+/, '/');
  return plain === '' || plain === '/' || plain.endsWith('.php') ? '/home' : plain + search + hash;
}

export const isInvoice = (target: Target | null): boolean =>
  target !== null && 'to' in target && target.to.startsWith('/home/invoice-details/');
