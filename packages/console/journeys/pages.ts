// The pages that are checked one by one, and how many requests opening each may send.

export interface JudgedPage {
  path: string;
  /** A text that is on the page once it is loaded. */
  heading: string;
  requestsMax: number;
  /** True: no column of its tables is cut at any width. */
  fits?: boolean;
}

export const CONSOLE_PAGES: JudgedPage[] = [
  { path: '/', heading: 'Today', requestsMax: 2 },
  { path: '/calls', heading: 'Calls', requestsMax: 1 },
  { path: '/collections', heading: 'Collections', requestsMax: 1, fits: true },
  { path: '/watches', heading: 'Watches', requestsMax: 1, fits: true },
  { path: '/watches?late=true&state=paused', heading: 'Watches', requestsMax: 1, fits: true },
  { path: '/providers', heading: 'Providers', requestsMax: 2 },
  { path: '/accounts', heading: 'Accounts', requestsMax: 1 },
  { path: '/accounts?show=invites', heading: 'Accounts', requestsMax: 1 },
  { path: '/keys', heading: 'Keys', requestsMax: 2 },
  { path: '/catalog', heading: 'Catalog', requestsMax: 2 },
  { path: '/complaints', heading: 'Complaints', requestsMax: 1 },
  { path: '/usage', heading: 'Usage and margin', requestsMax: 1 },
  { path: '/notices', heading: 'Notices', requestsMax: 2 },
  { path: '/audit', heading: 'Audit', requestsMax: 1 },
  { path: '/system', heading: 'System', requestsMax: 4 },
  { path: '/statements/1', heading: 'Statement 1', requestsMax: 1 },
];

export const PORTAL_PAGES: JudgedPage[] = [
  { path: '/', heading: 'Playground', requestsMax: 2 },
  { path: '/collections', heading: 'Collections', requestsMax: 2, fits: true },
  { path: '/collections/new', heading: 'Start a collection', requestsMax: 2 },
  { path: '/watches', heading: 'Watches', requestsMax: 2, fits: true },
  { path: '/watches/new', heading: 'Make a watch', requestsMax: 2 },
  { path: '/balance', heading: 'Balance', requestsMax: 6 },
  { path: '/balance?show=statements', heading: 'Balance', requestsMax: 6 },
  { path: '/statements/1', heading: 'Statement 1', requestsMax: 2 },
  { path: '/usage', heading: 'Usage', requestsMax: 2 },
  { path: '/receipts', heading: 'Receipts', requestsMax: 2 },
  { path: '/keys', heading: 'Keys', requestsMax: 3 },
  { path: '/prices', heading: 'Prices', requestsMax: 3 },
  { path: '/notices', heading: 'Notices', requestsMax: 3 },
];

/** The latest collection and watch of the portal, titled by their questions. */
export function gatheringPages({ collection, watch }: Pick<Ids, 'collection' | 'watch'>): JudgedPage[] {
  return [
    { path: `/collections/${collection}`, heading: 'cat', requestsMax: 6 },
    { path: `/watches/${watch}`, heading: 'zeppelin', requestsMax: 5, fits: true },
  ];
}

/** A dialog over a page, and how it is opened: by its address, or by pressing buttons in sequence. */
export interface JudgedDialog {
  path: string;
  heading: string;
  buttons: readonly string[];
}

interface Ids {
  account: string;
  key: string;
  call: string;
  request: string;
  collection: string;
  watch: string;
}

export function consoleDialogs({ account, key, call, collection, watch }: Ids): JudgedDialog[] {
  return [
    { path: `/calls?open=${call}`, heading: 'Calls', buttons: [] },
    { path: `/calls?open=${call}`, heading: 'Calls', buttons: ['Refund'] },
    { path: `/collections?open=${collection}`, heading: 'Collections', buttons: [] },
    { path: `/watches?open=${watch}`, heading: 'Watches', buttons: [] },
    { path: `/watches?open=${watch}`, heading: 'Watches', buttons: ['Resume'] },
    { path: '/providers?open=library', heading: 'Providers', buttons: [] },
    { path: '/accounts', heading: 'Accounts', buttons: ['Make an account'] },
    { path: '/accounts', heading: 'Accounts', buttons: ['Make an invite'] },
    { path: `/accounts/${account}?tab=grants`, heading: 'demo', buttons: ['Give a grant'] },
    { path: `/accounts/${account}`, heading: 'demo', buttons: ['Top up'] },
    { path: `/accounts/${account}`, heading: 'demo', buttons: ['Adjust'] },
    { path: `/accounts/${account}`, heading: 'demo', buttons: ['Details'] },
    { path: `/accounts/${account}`, heading: 'demo', buttons: ['Link for its owner'] },
    { path: `/accounts/${account}`, heading: 'demo', buttons: ['Disable'] },
    { path: `/accounts/${account}`, heading: 'demo', buttons: ['Close the account'] },
    { path: `/accounts/${account}?tab=keys`, heading: 'demo', buttons: ['Make a project'] },
    { path: '/notices', heading: 'Notices', buttons: ['Make a webhook'] },
    { path: '/keys', heading: 'Keys', buttons: ['Make a key'] },
    { path: '/keys', heading: 'Keys', buttons: ['Rotate'] },
    { path: '/keys', heading: 'Keys', buttons: ['Revoke'] },
    { path: `/keys?open=${key}`, heading: 'Keys', buttons: ['Change'] },
    { path: '/system', heading: 'System', buttons: ['Make a token'] },
    { path: '/system', heading: 'System', buttons: ['Preferences'] },
  ];
}

export function portalDialogs({ request, collection, watch }: Ids): JudgedDialog[] {
  return [
    { path: `/collections/${collection}`, heading: 'cat', buttons: ['Delete the collection'] },
    { path: `/watches/${watch}`, heading: 'zeppelin', buttons: ['Change the budget'] },
    { path: `/watches/${watch}`, heading: 'zeppelin', buttons: ['Remove the feed'] },
    { path: '/keys', heading: 'Keys', buttons: ['Make a key'] },
    { path: `/receipts/${request}`, heading: 'Receipts', buttons: ['Complain about this answer'] },
    { path: '/', heading: 'Playground', buttons: ['Preferences'] },
  ];
}
