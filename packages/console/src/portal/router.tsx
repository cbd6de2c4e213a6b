// The pages of the portal and their addresses. Addresses are behind `#`, so that the gateway serves one page and filters and ids never
// reach logs of proxies.
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { BrokenPage, NotFound } from '../shell/NotFound.tsx';
import { PortalShell } from './PortalShell.tsx';

const root = createRootRoute({ component: PortalShell, notFoundComponent: NotFound });

const playground = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./playground/Playground.tsx'), 'Playground'),
});

const PAGES = [
  ['/balance', lazyRouteComponent(() => import('./pages/Balance.tsx'), 'Balance')],
  ['/statements/$statement', lazyRouteComponent(() => import('./pages/Statement.tsx'), 'Statement')],
  ['/usage', lazyRouteComponent(() => import('./pages/Usage.tsx'), 'Usage')],
  ['/receipts', lazyRouteComponent(() => import('./pages/Receipts.tsx'), 'Receipts')],
  ['/receipts/$request', lazyRouteComponent(() => import('./pages/Receipts.tsx'), 'Receipts')],
  ['/keys', lazyRouteComponent(() => import('./pages/Keys.tsx'), 'Keys')],
  ['/prices', lazyRouteComponent(() => import('./pages/Prices.tsx'), 'Prices')],
  ['/notices', lazyRouteComponent(() => import('./pages/Notices.tsx'), 'Notices')],
  ['/status', lazyRouteComponent(() => import('./status/Status.tsx'), 'Status')],
  ['/collections', lazyRouteComponent(() => import('./gathering/Gatherings.tsx'), 'Collections')],
  ['/collections/new', lazyRouteComponent(() => import('./gathering/NewCollection.tsx'), 'NewCollection')],
  [
    '/collections/$collection',
    lazyRouteComponent(() => import('./gathering/CollectionPage.tsx'), 'CollectionPage'),
  ],
  ['/watches', lazyRouteComponent(() => import('./gathering/Gatherings.tsx'), 'Watches')],
  ['/watches/new', lazyRouteComponent(() => import('./gathering/NewWatch.tsx'), 'NewWatch')],
  ['/watches/$watch', lazyRouteComponent(() => import('./gathering/WatchPage.tsx'), 'WatchPage')],
] as const;

const pages = PAGES.map(([path, component]) => createRoute({ getParentRoute: () => root, path, component }));

export const router = createRouter({
  routeTree: root.addChildren([playground, ...pages]),
  history: createHashHistory(),
  defaultErrorComponent: BrokenPage,
  defaultPreload: 'intent',
});
