import { z } from 'zod';

/** Grows with each change of what people edit; the object's ETag is this number in quotes. */
export const Revision = z.number().int().positive();

export const etagOf = (revision: number): string => `"${revision}"`;
