import { z } from 'zod';

/** Of nine places in the picture. */
export const Position = z.enum([
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
]);
export type Position = z.infer<typeof Position>;

/** Fonts that every live node has. */
export const Font = z.enum(['sans', 'sans-bold', 'serif', 'serif-bold', 'mono', 'mono-bold']);
export type Font = z.infer<typeof Font>;

const percent = (most: number) =>
  z
    .number({ error: `Enter 0 to ${most} percent` })
    .min(0, 'Enter 0 or more percent')
    .max(most, `Enter at most ${most} percent`);

export const Color = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'Enter a colour such as #ffffff');

export const Logo = z.object({
  /** An image that was uploaded before. */
  imageId: z.string().regex(/^[a-z0-9]{1,32}$/, 'Choose an image'),
  position: Position,
  /** Its width, of the picture's. */
  scalePercent: percent(100).min(1, 'Enter 1 percent or more'),
  /** To the edges of the picture, of its width. */
  marginPercent: percent(40),
  opacityPercent: percent(100),
});

export const TextOverlay = z.object({
  text: z
    .string()
    .trim()
    .min(1, 'Enter the text')
    .max(120, 'Use at most 120 characters')
    .refine((text) => !/\p{Cc}/u.test(text), 'Use one line, without control characters'),
  font: Font,
  /** Its height, of the picture's. */
  sizePercent: percent(50).min(1, 'Enter 1 percent or more'),
  color: Color,
  position: Position,
  marginPercent: percent(40),
  /** A dark box behind it, so that it can be read on any picture. */
  box: z.boolean(),
});

/** What is cut off, of the picture's width or height. */
export const Crop = z
  .object({ topPercent: percent(45), rightPercent: percent(45), bottomPercent: percent(45), leftPercent: percent(45) })
  .refine(({ leftPercent, rightPercent }) => leftPercent + rightPercent <= 80, {
    path: ['rightPercent'],
    error: 'Left and right together may cut off at most 80 percent',
  })
  .refine(({ topPercent, bottomPercent }) => topPercent + bottomPercent <= 80, {
    path: ['bottomPercent'],
    error: 'Top and bottom together may cut off at most 80 percent',
  });

/** Applied in this order: deinterlace, crop, logo, text. */
export const Filter = z.object({
  name: z.string().trim().min(1, 'Enter a name').max(60, 'Use at most 60 characters'),
  /** `auto` touches only frames that say they are interlaced. */
  deinterlace: z.enum(['off', 'auto', 'always']),
  crop: Crop.nullable(),
  logo: Logo.nullable(),
  text: TextOverlay.nullable(),
});
export type Filter = z.infer<typeof Filter>;
