import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { SignInScreen } from '../features/account/SignInScreen.tsx';
import { getToken } from '../lib/session.ts';
import { readZoneSearch, readZonesSearch } from '../lib/zone-search.ts';
import { AppError } from './AppError.tsx';
import { enterHome, enterService, requireToken, takeWanted } from './enter.ts';
import { internalPath, isServiceId } from './guards.ts';
import { Pending } from './Pending.tsx';
import { Root } from './Root.tsx';

const root = createRootRoute({ component: Root });

const readRedirect = (search: Record<string, unknown>): { redirect?: string } => {
  const target = internalPath(search.redirect);
  return target === null ? {} : { redirect: target };
};
const passSignedIn = ({ search }: { search: { redirect?: string } }) => {
  if (getToken() !== null) throw redirect({ href: search.redirect ?? takeWanted() ?? '/home' });
};

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readRedirect,
  beforeLoad: passSignedIn,
  component: SignInScreen,
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: readRedirect,
  beforeLoad: passSignedIn,
  component: SignInScreen,
});

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: lazyRouteComponent(() => import('../features/account/LogoutScreen.tsx'), 'LogoutScreen'),
});

const homeLayout = createRoute({
  getParentRoute: () => root,
  id: 'home-layout',
  beforeLoad: ({ location }) => enterHome(location.href),
  component: lazyRouteComponent(() => import('./HomeLayout.tsx'), 'HomeLayout'),
});

const home = createRoute({
  getParentRoute: () => homeLayout,
  path: '/home',
  component: lazyRouteComponent(() => import('../features/services/HomeScreen.tsx'), 'HomeScreen'),
});

const planSelection = createRoute({
  getParentRoute: () => root,
  path: '/plan-selection',
  beforeLoad: ({ location }) => requireToken(location.href),
  component: lazyRouteComponent(() => import('../features/services/PlanSelectionScreen.tsx'), 'PlanSelectionScreen'),
});

const error = createRoute({
  getParentRoute: () => root,
  path: '/error',
  component: lazyRouteComponent(() => import('./ErrorScreen.tsx'), 'ErrorScreen'),
});

const forbidden = createRoute({
  getParentRoute: () => root,
  path: '/$serviceId/error/forbidden',
  beforeLoad: ({ params, location }) => {
    if (!isServiceId(params.serviceId)) throw redirect({ to: '/error' });
    requireToken(location.href);
  },
  component: lazyRouteComponent(() => import('./ForbiddenScreen.tsx'), 'ForbiddenScreen'),
});

const service = createRoute({
  getParentRoute: () => root,
  path: '/$serviceId',
  beforeLoad: ({ params, location }) => enterService(params.serviceId, location.href),
  component: lazyRouteComponent(() => import('./Shell.tsx'), 'Shell'),
});

const DashboardScreen = lazyRouteComponent(() => import('../features/services/DashboardScreen.tsx'), 'DashboardScreen');
const serviceIndex = createRoute({ getParentRoute: () => service, path: '/', component: DashboardScreen });
const dashboard = createRoute({ getParentRoute: () => service, path: 'dashboard', component: DashboardScreen });

const zones = createRoute({
  getParentRoute: () => service,
  path: 'zones/http/pull',
  validateSearch: readZonesSearch,
  component: lazyRouteComponent(() => import('../features/zones/ZonesScreen.tsx'), 'ZonesScreen'),
});

const zone = createRoute({
  getParentRoute: () => service,
  path: 'zones/http/pull/$zoneId',
  validateSearch: readZoneSearch,
  component: lazyRouteComponent(() => import('../features/zones/ZoneScreen.tsx'), 'ZoneScreen'),
});

const toError = () => {
  throw redirect({ to: '/error' });
};
const unknownInService = createRoute({ getParentRoute: () => service, path: '$', beforeLoad: toError });
const unknown = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: toError });

const routeTree = root.addChildren([
  signIn,
  login,
  logout,
  homeLayout.addChildren([home]),
  planSelection,
  error,
  forbidden,
  service.addChildren([serviceIndex, dashboard, zones, zone, unknownInService]),
  unknown,
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 200,
  defaultPendingComponent: Pending,
  defaultErrorComponent: AppError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
