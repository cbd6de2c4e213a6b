// Owns the list of pages that are judged one by one, with what each may ask of the gateway when it is opened.

export interface JudgedPage {
  path: string;
  /** Something that stands on the page when it is there. */
  heading: string;
  requestsMax: number;
}

export const CONSOLE_PAGES: JudgedPage[] = [
  { path: '/', heading: 'Today', requestsMax: 2 },
  { path: '/calls', heading: 'Calls', requestsMax: 1 },
  { path: '/providers', heading: 'Providers', requestsMax: 2 },
  { path: '/accounts', heading: 'Accounts', requestsMax: 1 },
  { path: '/keys', heading: 'Keys', requestsMax: 2 },
  { path: '/catalog', heading: 'Catalog', requestsMax: 2 },
  { path: '/complaints', heading: 'Complaints', requestsMax: 1 },
  { path: '/usage', heading: 'Usage and margin', requestsMax: 1 },
  { path: '/audit', heading: 'Audit', requestsMax: 1 },
  { path: '/system', heading: 'System', requestsMax: 3 },
];

export const PORTAL_PAGES: JudgedPage[] = [
  { path: '/', heading: 'Playground', requestsMax: 2 },
  { path: '/balance', heading: 'Balance', requestsMax: 3 },
  { path: '/usage', heading: 'Usage', requestsMax: 2 },
  { path: '/receipts', heading: 'Receipts', requestsMax: 2 },
  { path: '/keys', heading: 'Keys', requestsMax: 3 },
  { path: '/prices', heading: 'Prices', requestsMax: 3 },
];
