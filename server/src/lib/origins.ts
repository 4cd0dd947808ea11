/** How the product wants an origin's host resolved; the adapter is joined in main.ts. */
export type ResolveOrigin = (host: string) => Promise<{ addresses: { address: string; forbidden: string | null }[] }>;
