// Which pages, dialogs and drawers are checked. The pages come from the router of each app, so that a new page is checked without an entry
// here; an entry says what else is known of it.
import { type BrowserPage, until } from './browser.ts';

export interface JudgedPage {
  path: string;
  /** A heading that is on the page once it is loaded; without it, any main heading will do. */
  heading?: string;
  /** How many requests opening it may send. */
  requestsMax: number;
}

/** Ids of things that exist, by the names of the routes' parameters. */
export type Ids = Record<
  'account' | 'key' | 'call' | 'request' | 'collection' | 'watch' | 'statement',
  string
>;

type Known = Readonly<Record<string, Omit<JudgedPage, 'path'>>>;

/** A page without an entry may ask for its list and for one thing beside it. */
const UNKNOWN = { requestsMax: 2 };

const CONSOLE: Known = {
  // The overview, the latest calls, and the account of the playground.
  '/': { heading: 'Today', requestsMax: 3 },
  '/calls': { heading: 'Calls', requestsMax: 1 },
  '/collections': { heading: 'Collections', requestsMax: 1 },
  '/watches': { heading: 'Watches', requestsMax: 1 },
  '/watches?late=true&state=paused': { heading: 'Watches', requestsMax: 1 },
  '/accounts': { heading: 'Accounts', requestsMax: 1 },
  '/accounts?show=invites': { heading: 'Accounts', requestsMax: 1 },
  // Six steps, each read from its own list.
  '/first-customer': { heading: 'First customer', requestsMax: 7 },
  '/complaints': { heading: 'Complaints', requestsMax: 1 },
  '/usage': { heading: 'Usage and margin', requestsMax: 1 },
  '/audit': { heading: 'Audit', requestsMax: 1 },
  '/system': { heading: 'System', requestsMax: 4 },
  '/statements/$statement': { requestsMax: 1 },
};

const PORTAL: Known = {
  // Each shows the key that pays, with what its caps leave.
  '/': { heading: 'Playground', requestsMax: 3 },
  '/collections/new': { requestsMax: 3 },
  '/watches/new': { requestsMax: 3 },
  '/balance': { heading: 'Balance', requestsMax: 6 },
  '/receipts/$request': { heading: 'Receipts', requestsMax: 5 },
  '/keys': { heading: 'Keys', requestsMax: 3 },
  '/prices': { heading: 'Prices', requestsMax: 3 },
  '/notices': { heading: 'Notices', requestsMax: 3 },
  '/status': { heading: 'Status', requestsMax: 2 },
  '/collections/$collection': { requestsMax: 6 },
  '/watches/$watch': { requestsMax: 6 },
};

/** Fills the names of ids in. */
export function addressOf(
  route: string,
  ids: Ids,
  write: (id: string) => string = encodeURIComponent,
): string {
  return route.replace(/\$(\w+)/g, (_, name: string) => {
    const id = (ids as Record<string, string | undefined>)[name];
    if (id === undefined) throw new Error(`no id for $${name} of ${route}: add one to idsOf`);
    return write(id);
  });
}

/** Goes to another page of the app that is open, without loading the app again. */
export async function goTo(page: BrowserPage, address: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(`#${address}`)}`);
  const route = JSON.stringify(address.split('?')[0]);
  await until(
    page,
    `self.__TSR_ROUTER__.state.status === 'idle' && self.__TSR_ROUTER__.state.resolvedLocation?.pathname === ${route}`,
  );
  // Another tab of the same page is drawn within two frames.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
}

/** The pages of the app that is open: those that its router has, and those of `known` with a query. */
async function pagesOf(page: BrowserPage, known: Known, ids: Ids): Promise<JudgedPage[]> {
  const routes = await page.evaluate<string[]>('Object.keys(self.__TSR_ROUTER__.routesByPath)');
  const missing = Object.keys(known).filter((path) => !routes.includes(path.split('?')[0]!));
  if (missing.length > 0) throw new Error(`the router has no page ${missing.join(', ')}`);
  return [...new Set([...routes, ...Object.keys(known)])].map((route) => ({
    path: addressOf(route, ids),
    ...(known[route] ?? UNKNOWN),
  }));
}

export function consolePages(page: BrowserPage, ids: Ids): Promise<JudgedPage[]> {
  return pagesOf(page, CONSOLE, ids);
}

export function portalPages(page: BrowserPage, ids: Ids): Promise<JudgedPage[]> {
  return pagesOf(page, PORTAL, ids);
}

/** A dialog over a page, and how it is opened: by its address, or by pressing buttons in sequence. */
export interface JudgedDialog {
  path: string;
  buttons: readonly string[];
}

export function consoleDialogs({ account, key, call, collection, watch }: Ids): JudgedDialog[] {
  const ofAccount = (tab: string, button: string) => ({
    path: `/accounts/${account}?tab=${tab}`,
    buttons: [button],
  });
  return [
    { path: `/calls?open=${call}`, buttons: [] },
    { path: `/calls?open=${call}`, buttons: ['Refund'] },
    { path: `/collections?open=${collection}`, buttons: [] },
    { path: `/watches?open=${watch}`, buttons: [] },
    { path: `/watches?open=${watch}`, buttons: ['Pause'] },
    { path: '/providers?open=library', buttons: [] },
    { path: '/accounts', buttons: ['Make an account'] },
    { path: '/accounts', buttons: ['Make an invite'] },
    { path: '/accounts?show=invites', buttons: ['Revoke'] },
    ofAccount('grants', 'Give a grant'),
    ofAccount('entries', 'Top up'),
    ofAccount('entries', 'Refund a call'),
    ofAccount('entries', 'Adjust'),
    ofAccount('entries', 'Details'),
    ofAccount('entries', 'Link for its owner'),
    ofAccount('entries', 'Disable'),
    ofAccount('entries', 'Close the account'),
    ofAccount('keys', 'Make a project'),
    { path: '/complaints', buttons: ['Decide'] },
    { path: '/notices', buttons: ['Make a webhook'] },
    { path: '/notices', buttons: ['Rotate'] },
    { path: '/keys', buttons: ['Make a key'] },
    { path: '/keys', buttons: ['Rotate'] },
    { path: '/keys', buttons: ['Revoke'] },
    { path: `/keys?open=${key}`, buttons: [] },
    { path: `/keys?open=${key}`, buttons: ['Change'] },
    { path: '/system', buttons: ['Make a token'] },
    { path: '/system', buttons: ['Preferences'] },
  ];
}

export function portalDialogs({ request, collection, watch }: Ids): JudgedDialog[] {
  return [
    { path: `/collections/${collection}`, buttons: ['Delete the collection'] },
    { path: `/watches/${watch}`, buttons: ['Change'] },
    { path: `/watches/${watch}`, buttons: ['Remove the feed'] },
    { path: '/keys', buttons: ['Make a key'] },
    { path: '/keys', buttons: ['Rotate'] },
    { path: '/notices', buttons: ['Make a webhook'] },
    { path: `/receipts/${request}`, buttons: ['Complain about this answer'] },
    { path: '/', buttons: ['Preferences'] },
  ];
}
