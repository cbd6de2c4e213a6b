// Runs the journeys of console and portal in a real browser, on SQLite and on PostgreSQL, and checks every page. Exits with 1 if a claim
// does not hold. Usage: npm run test:console -- [sqlite|postgres] [names of journeys, without -journey.ts]
import { startEmbeddedServer } from '../../gateway/src/testing/postgres-server.ts';
import { badInputJourney } from './bad-input-journey.ts';
import { booksJourney } from './books-journey.ts';
import { type Browser, openBrowser } from './browser.ts';
import { type Checks, makeChecks } from './checks.ts';
import { consoleJourney } from './console-journey.ts';
import { decidingJourney } from './deciding-journey.ts';
import { documentsJourney } from './documents-journey.ts';
import { findingJourney } from './finding-journey.ts';
import { firstCustomerJourney } from './first-customer-journey.ts';
import { gatheringJourney } from './gathering-journey.ts';
import { hostileJourney } from './hostile-journey.ts';
import { installBrowser } from './install.ts';
import { invitedJourney } from './invited-journey.ts';
import { judgeBytes, judgeLicences, judgeSeparation } from './judge-bytes.ts';
import { keyboardJourney } from './keyboard-journey.ts';
import { newcomerJourney } from './newcomer-journey.ts';
import { operationsJourney } from './operations-journey.ts';
import { consolePagesJourney, otherPagesJourney, portalPagesJourney } from './pages-journey.ts';
import { picturesJourney } from './pictures-journey.ts';
import { playgroundJourney } from './playground-journey.ts';
import { portalJourney } from './portal-journey.ts';
import { readingJourney } from './reading-journey.ts';
import { sellingJourney } from './selling-journey.ts';
import { showcaseJourney } from './showcase-journey.ts';
import { shownJourney } from './shown-journey.ts';
import { setStage } from './stage.ts';
import { statusJourney } from './status-journey.ts';
import { usageJourney } from './usage-journey.ts';

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
  usage: usageJourney,
  hostile: hostileJourney,
  'bad-input': badInputJourney,
  pictures: picturesJourney,
  books: booksJourney,
  status: statusJourney,
  invited: invitedJourney,
  newcomer: newcomerJourney,
  documents: documentsJourney,
  showcase: showcaseJourney,
  'first-customer': firstCustomerJourney,
  'console-pages': consolePagesJourney,
  'portal-pages': portalPagesJourney,
  'other-pages': otherPagesJourney,
  shown: shownJourney,
};

/** Journeys that behave the same on both databases: run on SQLite only, unless named. */
const ON_SQLITE: ReadonlySet<string> = new Set<keyof typeof JOURNEYS>([
  'bad-input',
  'console-pages',
  'documents',
  'first-customer',
  'keyboard',
  'other-pages',
  'playground',
  'portal-pages',
  'reading',
  'showcase',
  'shown',
]);

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
