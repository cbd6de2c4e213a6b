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

const balance = createRoute({
  getParentRoute: () => root,
  path: '/balance',
  component: lazyRouteComponent(() => import('./pages/Balance.tsx'), 'Balance'),
});
const statement = createRoute({
  getParentRoute: () => root,
  path: '/statements/$statement',
  component: lazyRouteComponent(() => import('./pages/Statement.tsx'), 'Statement'),
});
const usage = createRoute({
  getParentRoute: () => root,
  path: '/usage',
  component: lazyRouteComponent(() => import('./pages/Usage.tsx'), 'Usage'),
});
const receipts = createRoute({
  getParentRoute: () => root,
  path: '/receipts',
  component: lazyRouteComponent(() => import('./pages/Receipts.tsx'), 'Receipts'),
});
const receipt = createRoute({
  getParentRoute: () => root,
  path: '/receipts/$request',
  component: lazyRouteComponent(() => import('./pages/Receipts.tsx'), 'Receipts'),
});
const keys = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  component: lazyRouteComponent(() => import('./pages/Keys.tsx'), 'Keys'),
});
const prices = createRoute({
  getParentRoute: () => root,
  path: '/prices',
  component: lazyRouteComponent(() => import('./pages/Prices.tsx'), 'Prices'),
});

const notices = createRoute({
  getParentRoute: () => root,
  path: '/notices',
  component: lazyRouteComponent(() => import('./pages/Notices.tsx'), 'Notices'),
});

const status = createRoute({
  getParentRoute: () => root,
  path: '/status',
  component: lazyRouteComponent(() => import('./status/Status.tsx'), 'Status'),
});

const gathering = (
  [
    ['/collections', lazyRouteComponent(() => import('./gathering/Collections.tsx'), 'Collections')],
    ['/collections/new', lazyRouteComponent(() => import('./gathering/NewCollection.tsx'), 'NewCollection')],
    [
      '/collections/$collection',
      lazyRouteComponent(() => import('./gathering/CollectionPage.tsx'), 'CollectionPage'),
    ],
    ['/watches', lazyRouteComponent(() => import('./gathering/Watches.tsx'), 'Watches')],
    ['/watches/new', lazyRouteComponent(() => import('./gathering/NewWatch.tsx'), 'NewWatch')],
    ['/watches/$watch', lazyRouteComponent(() => import('./gathering/WatchPage.tsx'), 'WatchPage')],
  ] as const
).map(([path, component]) => createRoute({ getParentRoute: () => root, path, component }));

export const router = createRouter({
  routeTree: root.addChildren([
    playground,
    balance,
    statement,
    usage,
    receipts,
    receipt,
    keys,
    prices,
    notices,
    status,
    ...gathering,
  ]),
  history: createHashHistory(),
  defaultErrorComponent: BrokenPage,
  defaultPreload: 'intent',
});
