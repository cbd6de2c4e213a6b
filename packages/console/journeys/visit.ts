// A visit to the pages: a browser page that fails the journey on any console error, and counts its requests to the gateway.
import type { Browser, BrowserContext, BrowserPage } from './browser.ts';

/** Time limit for a busy machine. The journeys measure no times. */
const PATIENCE_MS = 180_000;

export interface Visit {
  page: BrowserPage;
  /** API requests of the page since the last call of this function. */
  asked(): string[];
  /** Opens another tab of the same browser, with the same cookies. */
  newTab(): Promise<BrowserPage>;
  /** Errors that the browser logged. */
  faults: string[];
  leave(): Promise<void>;
}

const API = /\/(admin|api)\/.*v1\//;

function isAsset(url: string): boolean {
  return !API.test(url) || url.includes('/thumbnails/');
}

/** The simulated platform has a private address, from which the gateway loads no pictures, so the browser logs errors for them. */
function isForeignPicture(message: { location(): { url: string } }): boolean {
  return message.location().url.includes('/api/pictures/');
}

export async function visit(browser: Browser, options: object = {}): Promise<Visit> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const faults: string[] = [];
  let requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !isForeignPicture(message)) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(`${error.name}: ${error.message}`));
  page.on('request', (request) => {
    if (!isAsset(request.url())) requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return {
    page,
    faults,
    asked() {
      const seen = requests;
      requests = [];
      return seen;
    },
    async newTab() {
      const tab = await context.newPage();
      tab.setDefaultTimeout(PATIENCE_MS);
      return tab;
    },
    leave: () => context.close(),
  };
}

/** Signs in at the portal with the key of the first start. */
export async function signInAtPortal({ page }: Visit, publicUrl: string, key: string): Promise<void> {
  await page.goto(`${publicUrl}/portal/`);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Playground' }).waitFor();
}

export async function signInAtConsole({ page }: Visit, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('heading', { name: 'Today' }).waitFor();
}
