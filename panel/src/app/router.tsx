import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { Screen } from '../lib/feature.ts';
import { getToken } from '../lib/session.ts';
import { AppError } from './AppError.tsx';
import { enterHome, enterService, refuseCdnPlus, requireToken, takeWanted } from './enter.ts';
import { internalPath, isServiceId } from './guards.ts';
import { Pending } from './Pending.tsx';
import { Root } from './Root.tsx';
import { screens } from './screens.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen;
  }
}

const root = createRootRoute({ component: Root });

const homeLayout = createRoute({
  getParentRoute: () => root,
  id: 'home-layout',
  beforeLoad: ({ location }) => enterHome(location),
  component: lazyRouteComponent(() => import('./HomeLayout.tsx'), 'HomeLayout'),
});

const service = createRoute({
  getParentRoute: () => root,
  path: '/$serviceId',
  beforeLoad: ({ params, location, preload }) => enterService(params.serviceId, location.href, preload),
  component: lazyRouteComponent(() => import('./Shell.tsx'), 'Shell'),
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

const toError = () => {
  throw redirect({ to: '/error' });
};
const unknownInService = createRoute({ getParentRoute: () => service, path: '$', beforeLoad: toError });
const unknown = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: toError });

const places: Record<Screen['frame'], { parent: AnyRoute; prefix: string }> = {
  bare: { parent: root, prefix: '/' },
  home: { parent: homeLayout, prefix: '/home/' },
  service: { parent: service, prefix: '/' },
};

/** What must hold before a screen opens; its frame has asked for its own part already. */
function guard(screen: Screen, serviceId: string | undefined, href: string, wanted: unknown): void {
  if (screen.frame === 'service' && screen.hiddenForCdnPlus) refuseCdnPlus(serviceId ?? '');
  if (screen.frame !== 'bare') return;
  if (screen.guest === undefined) requireToken(href);
  if (screen.guest === 'only' && getToken() !== null) {
    throw redirect({ href: internalPath(wanted) ?? takeWanted() ?? '/home' });
  }
}

type Opened = { params: { serviceId?: string }; location: { href: string }; search: { redirect?: unknown } };

function routeOf(screen: Screen): AnyRoute {
  const { parent, prefix } = places[screen.frame];
  return createRoute({
    getParentRoute: () => parent,
    path: (prefix + screen.path).replace(/(.)\/$/, '$1'),
    staticData: { screen },
    ...(screen.readSearch && { validateSearch: screen.readSearch }),
    beforeLoad: ({ params, location, search }: Opened) =>
      guard(screen, params.serviceId, location.href, search.redirect),
    component:
      'component' in screen
        ? screen.component
        : lazyRouteComponent(async () => ({ Screen: await screen.load() }), 'Screen'),
  });
}

const routesIn = (frame: Screen['frame']) => screens.filter((screen) => screen.frame === frame).map(routeOf);

export const router = createRouter({
  routeTree: root.addChildren([
    ...routesIn('bare'),
    homeLayout.addChildren(routesIn('home')),
    error,
    forbidden,
    service.addChildren([...routesIn('service'), unknownInService]),
    unknown,
  ]),
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 200,
  defaultPendingComponent: Pending,
  defaultErrorComponent: AppError,
  scrollRestoration: true,
});
