// Runs the suite on a page of a browser, the one in which console and portal are tested.
import { installBrowser, openBrowser } from '../../console/journeys/browser.ts';

interface OpenPage {
  run(filesUrl: string, input: { proxyUrl: string; apiKey: string }): Promise<unknown>;
  close(): Promise<void>;
}

function suiteCode(input: object): string {
  return `(async () => {
    const [{ runSuite }, client] = await Promise.all([import('/suite.js'), import('/client/lib/index.js')]);
    return runSuite({ ...${JSON.stringify(input)}, client, inspect: String });
  })()`;
}

export async function openPage(msMax: number): Promise<OpenPage | { skipped: string }> {
  installBrowser();
  const browser = await openBrowser();
  if ('skipped' in browser) return browser;
  const late = setTimeout(() => {
    // The suite fails by its own deadline; a browser that does not close adds nothing to that.
    browser.close().catch(() => {});
  }, msMax);
  return {
    async run(filesUrl, input) {
      const page = await (await browser.newContext()).newPage();
      await page.goto(filesUrl);
      return page.evaluate(suiteCode(input));
    },
    async close() {
      clearTimeout(late);
      await browser.close();
    },
  };
}
