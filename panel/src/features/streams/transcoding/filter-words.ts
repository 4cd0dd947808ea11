import type { Filter } from '@headwater/contract/transcoding/filter';

/** What a filter does, in the order in which it is done: `Deinterlace, crop, logo`. */
export function filterWords({ deinterlace, crop, logo, text }: Filter): string {
  const parts = [deinterlace !== 'off' && 'deinterlace', crop && 'crop', logo && 'logo', text && 'text'];
  const words = parts.filter((part) => typeof part === 'string').join(', ');
  return words === '' ? 'Nothing yet' : words[0]?.toUpperCase() + words.slice(1);
}

export const positionWords = {
  'top-left': 'Top left',
  top: 'Top',
  'top-right': 'Top right',
  left: 'Left',
  center: 'Centre',
  right: 'Right',
  'bottom-left': 'Bottom left',
  bottom: 'Bottom',
  'bottom-right': 'Bottom right',
} as const;
