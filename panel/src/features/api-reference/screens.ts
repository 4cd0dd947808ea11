import type { Screen } from '../../lib/feature.ts';

export const screens: Screen[] = [
  {
    frame: 'service',
    path: 'account/api/reference',
    title: 'API reference',
    access: 'caller',
    load: async () => (await import('./ReferenceScreen.tsx')).ReferenceScreen,
  },
];
