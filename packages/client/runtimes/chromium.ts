// Starts Chromium: from an npm package if that has a binary for this machine, else the one that CHROMIUM_PATH names. Throws if there is
// neither.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface Page {
  goto(url: string): Promise<unknown>;
  evaluate(code: string): Promise<unknown>;
  setDefaultTimeout(ms: number): void;
}
interface Browser {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

/** These packages are not dependencies of the project, so only the used parts are typed here. */
async function modules(folder: string) {
  const load = (name: string) => import(pathToFileURL(path.join(folder, name)).href);
  const playwright = (await load('playwright-core/index.mjs')) as {
    chromium: { launch(options: object): Promise<Browser> };
  };
  const sparticuz = (await load('@sparticuz/chromium/build/index.js')) as {
    default: { args: string[]; executablePath(): Promise<string> };
  };
  return { launch: (options: object) => playwright.chromium.launch(options), packaged: sparticuz.default };
}

export interface OpenPage {
  run(filesUrl: string, input: { proxyUrl: string; apiKey: string }): Promise<unknown>;
  close(): Promise<void>;
}

function suiteCode(input: object): string {
  return `(async () => {
    const [{ runSuite }, client] = await Promise.all([import('/suite.js'), import('/client/lib/index.js')]);
    return runSuite({ ...${JSON.stringify(input)}, client, inspect: String });
  })()`;
}

export async function openPage(folder: string, msMax: number): Promise<OpenPage | { skipped: string }> {
  const own = process.env.CHROMIUM_PATH;
  if (own === undefined && process.arch !== 'x64') {
    return { skipped: `no npm package has Chromium for ${process.arch}; CHROMIUM_PATH may name one` };
  }
  const { launch, packaged } = await modules(folder);
  const executablePath = own ?? (await packaged.executablePath());
  const args = own === undefined ? packaged.args : ['--no-sandbox'];
  const browser = await launch({ executablePath, args, headless: true, timeout: msMax }).catch(String);
  if (typeof browser === 'string') return { skipped: `Chromium does not start here: ${browser}` };
  const late = setTimeout(() => {
    // The suite fails by its own deadline; a browser that does not close adds nothing to that.
    browser.close().catch(() => {});
  }, msMax);
  return {
    async run(filesUrl, input) {
      const page = await browser.newPage();
      await page.goto(filesUrl);
      return page.evaluate(suiteCode(input));
    },
    async close() {
      clearTimeout(late);
      await browser.close();
    },
  };
}
