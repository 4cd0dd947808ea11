import { z } from 'zod';

/** Query of every list: 1-based page and rows a page. */
export const pageQuery = {
  page: z.coerce.number<number>().int().min(1).max(100_000).default(1),
  rows: z.coerce.number<number>().int().min(1).max(100).default(20),
};

/** Fields beside the named array in every list reply. */
export const pageReply = {
  page: z.number().int(),
  rows: z.number().int(),
  total: z.number().int(),
};
