// Runs the journeys of console and portal in a real browser, on SQLite and on PostgreSQL, and checks every page. Exits with 1 if a claim
// does not hold. Usage: npm run test:console -- [sqlite|postgres] [names of journeys, without -journey.ts]
import { startEmbeddedServer } from '../../gateway/src/testing/postgres-server.ts';
import { badInputJourney } from './bad-input-journey.ts';
import { booksJourney } from './books-journey.ts';
import { type Browser, openBrowser } from './browser.ts';
import { type Checks, makeChecks } from './checks.ts';
import { consoleJourney } from './console-journey.ts';
import { decidingJourney } from './deciding-journey.ts';
import { findingJourney } from './finding-journey.ts';
import { gatheringJourney } from './gathering-journey.ts';
import { hostileJourney } from './hostile-journey.ts';
import { installBrowser } from './install.ts';
import { invitedJourney } from './invited-journey.ts';
import { judgeBytes, judgeLicences, judgeSeparation } from './judge-bytes.ts';
import { judgeDialogFocus, judgeKeyboard } from './judge-keyboard.ts';
import { judgeDialogs, judgePages, openPage } from './judge-pages.ts';
import { judgePolling } from './judge-polling.ts';
import { keyboardJourney } from './keyboard-journey.ts';
import { newcomerJourney } from './newcomer-journey.ts';
import { operationsJourney } from './operations-journey.ts';
import { CONSOLE_PAGES, consoleDialogs, gatheringPages, PORTAL_PAGES, portalDialogs } from './pages.ts';
import { picturesJourney } from './pictures-journey.ts';
import { playgroundJourney } from './playground-journey.ts';
import { portalJourney } from './portal-journey.ts';
import { readingJourney } from './reading-journey.ts';
import { sellingJourney } from './selling-journey.ts';
import { type Stage, setStage } from './stage.ts';
import { signInAtConsole, signInAtPortal, type Visit, visit } from './visit.ts';

type Database = 'sqlite' | 'postgres';

const SECOND_MS = 1_000;

/** In this sequence: later journeys use what earlier ones did. */
const JOURNEYS = {
  portal: portalJourney,
  operations: operationsJourney,
  playground: playgroundJourney,
  reading: readingJourney,
  finding: findingJourney,
  gathering: gatheringJourney,
  console: consoleJourney,
  keyboard: keyboardJourney,
  deciding: decidingJourney,
  selling: sellingJourney,
  hostile: hostileJourney,
  'bad-input': badInputJourney,
  pictures: picturesJourney,
  books: booksJourney,
  invited: invitedJourney,
  newcomer: newcomerJourney,
};

/** Journeys that behave the same on both databases: run on SQLite only, unless named. */
const ON_SQLITE: ReadonlySet<string> = new Set(['bad-input', 'keyboard', 'playground', 'reading']);

interface Listed {
  calls: { id: string; request_id: string; account_id: string; key_id: string }[];
}

/** Ids of the latest paid call, collection and watch. */
async function idsOf(stage: Stage) {
  const [call] = (await stage.admin<Listed>('/calls?state=settled&limit=1')).calls;
  const { id, request_id, account_id, key_id } = call!;
  const { collections } = await stage.admin<{ collections: { id: string }[] }>(
    '/collections?account=demo&limit=1',
  );
  const { watches } = await stage.admin<{ watches: { id: string }[] }>('/watches?account=demo&limit=1');
  return {
    ...{ call: id, request: request_id, account: account_id, key: key_id },
    ...{ collection: collections[0]!.id, watch: watches[0]!.id },
  };
}

/** The focus in the search box (Ctrl K), and in a call opened from the list. */
async function judgeConsoleFocus(seen: Visit, base: string, checks: Checks): Promise<void> {
  await openPage(seen, base, { path: '/calls', heading: 'Calls', requestsMax: 1 });
  const link = seen.page.locator('tr[data-row] a').first();
  await link.waitFor();
  await link.focus();
  await judgeDialogFocus(seen, 'the finder', 'Control+k', checks);
  await judgeDialogFocus(seen, 'a call', 'Enter', checks);
}

async function judgeAll(browser: Browser, stage: Stage, checks: Checks): Promise<void> {
  const operator = await visit(browser);
  await signInAtConsole(operator, await stage.consoleLink());
  const consoleUrl = `${stage.adminUrl}/`;
  await judgePages(operator, consoleUrl, CONSOLE_PAGES, checks);
  await judgeDialogs(operator, consoleUrl, consoleDialogs(await idsOf(stage)), checks);
  await judgeKeyboard(operator, consoleUrl, CONSOLE_PAGES, checks);
  await judgeConsoleFocus(operator, consoleUrl, checks);
  await operator.leave();
  const watcher = await visit(browser);
  await watcher.page.clock.install();
  await signInAtConsole(watcher, await stage.consoleLink());
  await judgePolling(watcher, stage.adminUrl, checks);
  await watcher.leave();
  const caller = await visit(browser);
  await signInAtPortal(caller, stage.publicUrl, stage.key);
  const portalUrl = `${stage.publicUrl}/portal/`;
  const ids = await idsOf(stage);
  const pages = [...PORTAL_PAGES, ...gatheringPages(ids)];
  await judgePages(caller, portalUrl, pages, checks);
  await judgeDialogs(caller, portalUrl, portalDialogs(ids), checks);
  await judgeKeyboard(caller, portalUrl, pages, checks);
  await caller.leave();
}

/** Prints how long a part took. */
async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const beganMs = performance.now();
  await work();
  console.log(`${what}: ${Math.round((performance.now() - beganMs) / SECOND_MS)} s`);
}

async function onDatabase(
  browser: Browser,
  database: Database,
  url: string | null,
  named: readonly string[],
): Promise<Checks> {
  const checks = makeChecks(database);
  const stage = await setStage(url);
  try {
    for (const [name, journey] of Object.entries(JOURNEYS)) {
      const isPlayed = database === 'sqlite' || !ON_SQLITE.has(name);
      if (named.length === 0 ? isPlayed : named.includes(name))
        await timed(`${database} ${name}`, () => journey(browser, stage, checks));
    }
    // Pages are the same on both databases.
    if (database === 'sqlite' && named.length === 0)
      await timed('every page', () => judgeAll(browser, stage, checks));
  } catch (error) {
    checks.holds('the journey came to its end', false, String(error));
  } finally {
    await stage.strike();
  }
  return checks;
}

function tell(checks: Checks): boolean {
  for (const failed of checks.failed) console.error(`\n${failed}`);
  console.log(`${checks.count - checks.failed.length} of ${checks.count} checks hold`);
  return checks.failed.length === 0;
}

async function main([only, ...named]: string[]): Promise<number> {
  const build = makeChecks('build');
  judgeBytes('console', build);
  judgeBytes('portal', build);
  judgeSeparation(build);
  judgeLicences(build);
  let isGood = tell(build);
  installBrowser();
  const browser = await openBrowser();
  if ('skipped' in browser) {
    console.log(`\n!!!! the journeys: SKIPPED: ${browser.skipped}\n`);
    return isGood ? 0 : 1;
  }
  try {
    if (only !== 'postgres') isGood = tell(await onDatabase(browser, 'sqlite', null, named)) && isGood;
    if (only !== 'sqlite') {
      const server = await startEmbeddedServer();
      try {
        isGood = tell(await onDatabase(browser, 'postgres', server.url, named)) && isGood;
      } finally {
        await server.stop();
      }
    }
  } finally {
    await browser.close();
  }
  return isGood ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
