import type { DetailsPanel, PermissionGroup, SearchCategory } from './feature.ts';

/**
 * What features registered for one another to show: a feature never imports its sibling. The app fills it together with
 * the frames, before any of their screens.
 */
export const registered: {
  permissions: readonly PermissionGroup[];
  search: readonly SearchCategory[];
  details: readonly DetailsPanel[];
} = { permissions: [], search: [], details: [] };
