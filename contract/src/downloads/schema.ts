import { z } from 'zod';

/** A way to load one thing without headers: an address that a browser can open. */
export const DownloadTicket = z
  .object({
    /** Below the site: `/api/v1/downloads/…`. */
    url: z.string(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'DownloadTicket' });
