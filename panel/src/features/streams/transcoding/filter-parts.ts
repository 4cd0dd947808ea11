import type { Filter } from '@headwater/contract/transcoding/filter';

/** What each part of a filter begins with once it is turned on. */

export const newCrop: NonNullable<Filter['crop']> = {
  topPercent: 0,
  rightPercent: 0,
  bottomPercent: 0,
  leftPercent: 0,
};

export const newLogo: NonNullable<Filter['logo']> = {
  imageId: '',
  position: 'top-right',
  scalePercent: 15,
  marginPercent: 3,
  opacityPercent: 100,
};

export const newText: NonNullable<Filter['text']> = {
  text: '',
  font: 'sans-bold',
  sizePercent: 6,
  color: '#ffffff',
  position: 'bottom-left',
  marginPercent: 3,
  box: true,
};

export const newFilter = (name: string): Filter => ({ name, deinterlace: 'off', crop: null, logo: null, text: null });
