// Starts Chromium: from an npm package if that has a binary for this machine, else the one that CHROMIUM_PATH names. Throws if neither
// starts. The packages are not dependencies of the project, so only the used parts are typed here.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { installLocked } from '../../../release/install-locked.ts';

/** The fonts for the browser: those of the machine, and one for Chinese and Japanese from npm, because most test machines have none. */
const HAN = path.join(import.meta.dirname, 'node_modules/@embedpdf/fonts-sc/fonts');

/** Without them fontconfig falls back to the first file it finds, such as one with serifs. Open Sans comes with the Chromium of npm. */
const PREFERRED = ['Open Sans', 'Liberation Sans', 'DejaVu Sans'];
const FALLBACK =
  '<match target="pattern"><edit name="family" mode="append" binding="weak">' +
  `${PREFERRED.map((font) => `<string>${font}</string>`).join('')}</edit></match>`;

/** Environment variables for the browser. */
function fontSettings(): Record<string, string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-fonts-'));
  const file = path.join(folder, 'fonts.conf');
  const places = ['/usr/share/fonts', path.join(tmpdir(), 'fonts/fonts'), HAN];
  const lines = places.map((place) => `<dir>${place}</dir>`);
  const cache = `<cachedir>${folder}</cachedir>`;
  writeFileSync(file, `<fontconfig>${lines.join('')}${FALLBACK}${cache}</fontconfig>\n`);
  return { FONTCONFIG_FILE: file };
}

export interface Found {
  click(options?: { timeout?: number }): Promise<void>;
  fill(text: string): Promise<void>;
  press(key: string): Promise<void>;
  focus(): Promise<void>;
  selectOption(value: string): Promise<unknown>;
  textContent(): Promise<string>;
  count(): Promise<number>;
  first(): Found;
  nth(at: number): Found;
  waitFor(options?: { state?: 'visible' | 'hidden' | 'attached' }): Promise<void>;
  locator(selector: string): Found;
  getByRole(role: string, options?: { name?: string | RegExp; exact?: boolean }): Found;
  getByText(text: string | RegExp, options?: { exact?: boolean }): Found;
}

/** A request of the page that the journey answers, or passes on. */
export interface Route {
  request(): { url(): string; method(): string };
  continue(): Promise<void>;
  fetch(): Promise<FetchedAnswer>;
  fulfill(answer: { response: FetchedAnswer; json?: unknown }): Promise<void>;
}
interface FetchedAnswer {
  headers(): Record<string, string>;
  json(): Promise<unknown>;
}

export interface BrowserPage {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  evaluate<T>(code: string): Promise<T>;
  addInitScript(code: { content: string }): Promise<void>;
  locator(selector: string, options?: { hasText: string }): Found;
  getByRole(role: string, options?: { name?: string | RegExp; exact?: boolean }): Found;
  getByLabel(name: string | RegExp, options?: { exact?: boolean }): Found;
  getByText(text: string | RegExp, options?: { exact?: boolean }): Found;
  waitForTimeout(ms: number): Promise<void>;
  setViewportSize(size: { width: number; height: number }): Promise<void>;
  emulateMedia(media: { colorScheme?: 'light' | 'dark'; media?: 'print' | 'screen' }): Promise<void>;
  /** The page as a PDF. */
  pdf(): Promise<Uint8Array>;
  screenshot(options: { path: string; fullPage?: boolean }): Promise<unknown>;
  on(
    event: 'console',
    listener: (message: { type(): string; text(): string; location(): { url: string } }) => void,
  ): void;
  on(event: 'pageerror', listener: (error: Error) => void): void;
  on(event: 'request', listener: (request: { url(): string; method(): string }) => void): void;
  /** The page's clock, after `install`: it can be stopped and moved. */
  clock: {
    install(): Promise<void>;
    pauseAt(ms: number): Promise<void>;
    runFor(ms: number): Promise<void>;
  };
  /** Handles the page's requests to matching addresses. */
  route(address: RegExp, handler: (route: Route) => Promise<void>): Promise<void>;
  waitForEvent(event: 'popup'): Promise<BrowserPage>;
  waitForEvent(event: 'download'): Promise<{ path(): Promise<string> }>;
  keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  setDefaultTimeout(ms: number): void;
  context(): BrowserContext;
  close(): Promise<void>;
}

/** The browser's own protocol, for what the package does not offer. */
interface ProtocolSession {
  send(
    method: 'Page.captureScreenshot',
    options: { format: 'webp'; quality: number },
  ): Promise<{ data: string }>;
}

export interface BrowserContext {
  newPage(): Promise<BrowserPage>;
  newCDPSession(page: BrowserPage): Promise<ProtocolSession>;
  close(): Promise<void>;
}

export interface Browser {
  newContext(options?: object): Promise<BrowserContext>;
  close(): Promise<void>;
}

/**
 * Default arguments of the package that would make the tests worthless: with a single process, closing a page ends the browser; without web
 * security, a page can read other origins.
 */
const WEAKENING = [
  '--single-process',
  '--disable-web-security',
  '--disable-site-isolation-trials',
  '--allow-running-insecure-content',
];
/** Those that imitate a graphics card. Painting without one takes half of the CPU. */
const GRAPHICS = [
  '--ignore-gpu-blocklist',
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];
const LEFT_OUT = new Set([...WEAKENING, ...GRAPHICS]);
/** Milliseconds between two checks. */
const LOOK_MS = 50;
const LOOKS_MAX = 3_600;

/** Waits until an expression is true on the page. Evaluated from outside, because the page's content security policy forbids it inside. */
export async function until(page: BrowserPage, expression: string): Promise<void> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    if (await page.evaluate<boolean>(`Boolean(${expression})`)) return;
    await page.waitForTimeout(LOOK_MS);
  }
  throw new Error(`never came true: ${expression}`);
}

async function modules() {
  const folder = path.join(import.meta.dirname, 'node_modules');
  const load = (name: string) => import(pathToFileURL(path.join(folder, name)).href);
  const playwright = (await load('playwright-core/index.mjs')) as {
    chromium: { launch(options: object): Promise<Browser> };
  };
  const sparticuz = (await load('@sparticuz/chromium/build/index.js')) as {
    default: { args: string[]; executablePath(): Promise<string> };
  };
  return { launch: (options: object) => playwright.chromium.launch(options), packaged: sparticuz.default };
}

export async function openBrowser(): Promise<Browser | { skipped: string }> {
  const own = process.env.CHROMIUM_PATH;
  if (own === undefined && process.arch !== 'x64') {
    return { skipped: `no npm package has Chromium for ${process.arch}; CHROMIUM_PATH may name one` };
  }
  const { launch, packaged } = await modules();
  const executablePath = own ?? (await packaged.executablePath());
  const defaults = own === undefined ? packaged.args.filter((arg) => !LEFT_OUT.has(arg)) : ['--no-sandbox'];
  const args = [...defaults, '--disable-gpu'];
  const env = { ...process.env, ...fontSettings() };
  const browser = await launch({ executablePath, args, env, headless: true }).catch(String);
  return typeof browser === 'string' ? { skipped: `Chromium does not start here: ${browser}` } : browser;
}

/** With JOURNEY_PICTURES=FOLDER, stores a picture of a page there. */
export async function keepPicture(page: BrowserPage, name: string): Promise<void> {
  const folder = process.env.JOURNEY_PICTURES;
  if (folder === undefined) return;
  const file = `${name.replace(/[^\w-]+/g, '_')}.png`;
  await page.screenshot({ path: path.join(folder, file), fullPage: true });
}

/** Installs the browser to test in. */
export function installBrowser(): void {
  installLocked(import.meta.dirname, 'the browser to test in', ['install', '--no-save']);
}
