import { serviceRoutes } from '@headwater/contract/services/routes';
import type { Screen, Topics } from '../../lib/feature.ts';
import { readPlansSearch } from './plans-search.ts';
import { readServicesSearch } from './services-search.ts';

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
    readSearch: readPlansSearch,
    load: async () => (await import('./PlanSelectionScreen.tsx')).PlanSelectionScreen,
  },
  {
    frame: 'home',
    path: 'my-services',
    title: 'My services',
    access: serviceRoutes.listServices.access,
    readSearch: readServicesSearch,
    load: async () => (await import('./MyServicesScreen.tsx')).MyServicesScreen,
  },
  {
    frame: 'home',
    path: 'my-services/$id',
    title: 'Service',
    access: serviceRoutes.getService.access,
    load: async () => (await import('./ServiceScreen.tsx')).ServiceScreen,
  },
  {
    frame: 'home',
    path: 'my-services/$id/service-cancellation',
    title: 'Cancel service',
    access: serviceRoutes.requestCancellation.access,
    load: async () => (await import('./CancellationScreen.tsx')).CancellationScreen,
  },
  // A service's own address shows its dashboard as well.
  { ...dashboard, path: '' },
  { ...dashboard, path: 'dashboard' },
];

export const topics: Topics = {
  services: { concerns: (path) => path === '/services' || path === '/services/:serviceId' },
};
