import { z } from 'zod';

/** A way to load one thing without headers: an address that a browser can open. */
export const DownloadTicket = z
  .object({
    /** Below the site: `/api/v1/downloads/…`. */
    url: z.string(),
    expiresAt: z.iso.datetime(),
  })
  .meta({
    id: 'DownloadTicket',
    examples: [
      {
        url: '/api/v1/downloads/hwd_xlTKS41q5ffoGsMpa0cwDVyyC-kyxNwDYzIQBJ3ROBs',
        expiresAt: '2026-11-21T09:40:00.000Z',
      },
    ],
  });
