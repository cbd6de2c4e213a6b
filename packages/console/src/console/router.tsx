// The pages of the console and their addresses. Addresses are behind `#`, so that the gateway serves one page and filters and ids never
// reach logs of proxies.
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { BrokenPage, NotFound } from '../shell/NotFound.tsx';
import { ConsoleShell } from './ConsoleShell.tsx';

const root = createRootRoute({ component: ConsoleShell, notFoundComponent: NotFound });

const PAGES = [
  ['/', lazyRouteComponent(() => import('./overview/Overview.tsx'), 'Overview')],
  ['/calls', lazyRouteComponent(() => import('./calls/Calls.tsx'), 'Calls')],
  ['/providers', lazyRouteComponent(() => import('./providers/Providers.tsx'), 'Providers')],
  ['/accounts', lazyRouteComponent(() => import('./accounts/Accounts.tsx'), 'Accounts')],
  [
    '/first-customer',
    lazyRouteComponent(() => import('./first-customer/FirstCustomer.tsx'), 'FirstCustomer'),
  ],
  ['/accounts/$account', lazyRouteComponent(() => import('./accounts/Account.tsx'), 'Account')],
  [
    '/accounts/$account/requests/$request',
    lazyRouteComponent(() => import('./calls/CallByRequest.tsx'), 'CallByRequest'),
  ],
  [
    '/statements/$statement',
    lazyRouteComponent(() => import('./accounts/AccountStatements.tsx'), 'AccountStatement'),
  ],
  ['/collections', lazyRouteComponent(() => import('./gathering/Gatherings.tsx'), 'Collections')],
  ['/watches', lazyRouteComponent(() => import('./gathering/Gatherings.tsx'), 'Watches')],
  ['/complaints', lazyRouteComponent(() => import('./complaints/Complaints.tsx'), 'Complaints')],
  ['/keys', lazyRouteComponent(() => import('./keys/Keys.tsx'), 'Keys')],
  ['/catalog', lazyRouteComponent(() => import('./catalog/Catalog.tsx'), 'Catalog')],
  ['/notices', lazyRouteComponent(() => import('./notices/Notices.tsx'), 'Notices')],
  ['/usage', lazyRouteComponent(() => import('./usage/Usage.tsx'), 'Usage')],
  ['/audit', lazyRouteComponent(() => import('./audit/Audit.tsx'), 'Audit')],
  ['/system', lazyRouteComponent(() => import('./system/System.tsx'), 'System')],
] as const;

const routes = PAGES.map(([path, component]) => createRoute({ getParentRoute: () => root, path, component }));

export const router = createRouter({
  routeTree: root.addChildren(routes),
  history: createHashHistory(),
  defaultErrorComponent: BrokenPage,
  defaultPreload: 'intent',
});
