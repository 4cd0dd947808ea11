import type { Screen, Topics } from '../../lib/feature.ts';

const dashboard = {
  frame: 'service',
  title: 'Dashboard',
  load: async () => (await import('./DashboardScreen.tsx')).DashboardScreen,
} as const;

export const screens: Screen[] = [
  { frame: 'home', path: '', title: 'Home', load: async () => (await import('./HomeScreen.tsx')).HomeScreen },
  {
    frame: 'bare',
    path: 'plan-selection',
    load: async () => (await import('./PlanSelectionScreen.tsx')).PlanSelectionScreen,
  },
  // A service's own address shows its dashboard as well.
  { ...dashboard, path: '' },
  { ...dashboard, path: 'dashboard' },
];

export const topics: Topics = {
  services: { concerns: (path) => path === '/services' || path === '/services/:serviceId' },
};
