// Runs the journeys of console and portal in a real browser, on SQLite and on PostgreSQL, and checks every page. Exits with 1 if a claim
// does not hold. Usage: npm run test:console -- [sqlite|postgres] [names of journeys, without -journey.ts]
import { setTimeout as pause } from 'node:timers/promises';
import { seedOfRun } from '../../gateway/src/testing/drawn.ts';
import { startEmbeddedServer } from '../../gateway/src/testing/postgres-server.ts';
import { badInputJourney } from './bad-input-journey.ts';
import { booksJourney } from './books-journey.ts';
import { type Browser, installBrowser, openBrowser } from './browser.ts';
import { type Checks, makeChecks } from './checks.ts';
import { consoleJourney } from './console-journey.ts';
import { decidingJourney } from './deciding-journey.ts';
import { documentsJourney } from './documents-journey.ts';
import { findingJourney } from './finding-journey.ts';
import { firstCustomerJourney } from './first-customer-journey.ts';
import { gatheringJourney } from './gathering-journey.ts';
import { hostileJourney } from './hostile-journey.ts';
import { invitedJourney } from './invited-journey.ts';
import { judgeBytes, judgeLicences, judgeSeparation } from './judge-bytes.ts';
import { keyboardJourney } from './keyboard-journey.ts';
import { newcomerJourney } from './newcomer-journey.ts';
import { operationsJourney } from './operations-journey.ts';
import { consolePagesJourney, doorsJourney, portalPagesJourney } from './pages-journey.ts';
import { picturesJourney } from './pictures-journey.ts';
import { playgroundJourney } from './playground-journey.ts';
import { portalJourney } from './portal-journey.ts';
import { readingJourney } from './reading-journey.ts';
import { sellingJourney } from './selling-journey.ts';
import { showcaseJourney } from './showcase-journey.ts';
import { shownJourney } from './shown-journey.ts';
import { siteJourney } from './site-journey.ts';
import { type Stage, setStage } from './stage.ts';
import { statusJourney } from './status-journey.ts';
import { usageJourney } from './usage-journey.ts';

type Database = 'sqlite' | 'postgres';

const SECOND_MS = 1_000;

/** A gateway drains its calls in 25 s at most. */
const ENDS_WITHIN_MS = 40 * SECOND_MS;

type Journey = (browser: Browser, stage: Stage, checks: Checks) => Promise<void>;
type Named = [name: string, journey: Journey];

/** On one gateway, in this sequence: later journeys use what earlier ones did. */
const STORY: Record<string, Journey> = {
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
};

/** Journeys of the story that behave the same on both databases: played on SQLite only, unless named. */
const ON_SQLITE: ReadonlySet<string> = new Set(['bad-input', 'keyboard', 'playground', 'reading']);

/** Need nothing that others did, and behave the same on both databases: played on SQLite, beside the story. */
const APART: Record<string, Journey> = {
  'console-pages': consolePagesJourney,
  'portal-pages': portalPagesJourney,
  doors: doorsJourney,
  documents: documentsJourney,
  showcase: showcaseJourney,
  'first-customer': firstCustomerJourney,
  shown: shownJourney,
  site: siteJourney,
};

/** The longest part takes 80 s on the machine of CI, and two minutes beside other work. */
const PART_MAX_MS = 360 * SECOND_MS;

/** Prints how long a part took. A page that never answers, as when its browser hangs, ends the part by name. */
async function timed(what: string, work: () => Promise<void>, checks: Checks): Promise<void> {
  const beganMs = performance.now();
  const late = pause(PART_MAX_MS, true);
  if ((await Promise.race([work(), late])) === true)
    throw new Error(`${what} hangs after check ${checks.count}: ${checks.last}`);
  console.log(`${what}: ${Math.round((performance.now() - beganMs) / SECOND_MS)} s`);
}

/** Plays journeys one after the other on one gateway. Says whether all claims hold. */
async function play(database: Database, url: string | null, journeys: readonly Named[]): Promise<boolean> {
  if (journeys.length === 0) return true;
  const checks = makeChecks(database);
  // A browser of its own, since all pages of a browser share one clipboard.
  const browser = await openBrowser();
  if ('skipped' in browser) throw new Error(browser.skipped);
  const stage = await setStage(url);
  try {
    for (const [name, journey] of journeys)
      await timed(`${database} ${name}`, () => journey(browser, stage, checks), checks);
  } catch (error) {
    checks.holds('the journey came to its end', false, String(error));
  } finally {
    await Promise.race([stage.strike(), pause(ENDS_WITHIN_MS)]);
    await Promise.race([browser.close(), pause(ENDS_WITHIN_MS)]);
  }
  return tell(checks);
}

async function playOnPostgres(journeys: readonly Named[]): Promise<boolean> {
  if (journeys.length === 0) return true;
  const server = await startEmbeddedServer();
  try {
    return await play('postgres', server.url, journeys);
  } finally {
    await server.stop();
  }
}

function tell(checks: Checks): boolean {
  for (const failed of checks.failed) console.error(`\n${failed}`);
  console.log(`${checks.count - checks.failed.length} of ${checks.count} checks hold`);
  return checks.failed.length === 0;
}

/** The story on both databases, and beside it what needs no story: two at a time, since one browser keeps one core busy. */
async function playAll([only, ...named]: string[]): Promise<boolean> {
  const asked = (journeys: Record<string, Journey>, isUsual = (_name: string) => true) =>
    Object.entries(journeys).filter(([name]) => (named.length === 0 ? isUsual(name) : named.includes(name)));
  const onSqlite = (journeys: Named[]) => only === 'postgres' || play('sqlite', null, journeys);
  const onPostgres = (journeys: Named[]) => only === 'sqlite' || playOnPostgres(journeys);
  const differs = (name: string) => name in STORY && !ON_SQLITE.has(name);
  const stories = async () => [
    await onSqlite(asked(STORY)),
    await onPostgres(asked({ ...STORY, ...APART }, differs)),
  ];
  const results = await Promise.all([stories(), onSqlite(asked(APART))]);
  return results.flat().every(Boolean);
}

async function main(words: string[]): Promise<number> {
  const build = makeChecks('build');
  judgeBytes('console', build);
  judgeBytes('portal', build);
  judgeSeparation(build);
  judgeLicences(build);
  const isBuilt = tell(build);
  installBrowser();
  console.log(`REELGATE_SEED=${seedOfRun()} draws the documents and looks of this run again`);
  const browser = await openBrowser();
  if ('skipped' in browser) {
    console.log(`\n!!!! the journeys: SKIPPED: ${browser.skipped}\n`);
    return isBuilt ? 0 : 1;
  }
  await browser.close();
  return (await playAll(words)) && isBuilt ? 0 : 1;
}

// A part that hangs would keep the process.
process.exit(await main(process.argv.slice(2)));
