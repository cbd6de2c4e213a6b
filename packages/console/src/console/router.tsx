// Owns the console's pages and the addresses they are found at. They stand behind `#`, so that the gateway serves one page and no
// filter or id is ever written to a log on the way.
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { NotFound } from '../shell/NotFound.tsx';
import { ConsoleShell } from './ConsoleShell.tsx';

const root = createRootRoute({ component: ConsoleShell, notFoundComponent: NotFound });

const PAGES = [['/system', lazyRouteComponent(() => import('./pages/System.tsx'), 'System')]] as const;

const routes = PAGES.map(([path, component]) => createRoute({ getParentRoute: () => root, path, component }));

export const router = createRouter({
  routeTree: root.addChildren(routes),
  history: createHashHistory(),
  defaultPreload: 'intent',
});
