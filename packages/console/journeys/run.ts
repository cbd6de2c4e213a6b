// Runs the journeys of console and portal in a real browser, on SQLite and on PostgreSQL, and judges every page. Ends with 1 when
// anything that it claims does not hold. Run: node packages/console/journeys/run.ts [sqlite|postgres]
import { startEmbeddedServer } from '../../gateway/src/testing/postgres-server.ts';
import { type Browser, openBrowser } from './browser.ts';
import { type Claims, makeClaims } from './claims.ts';
import { consoleJourney } from './console-journey.ts';
import { installBrowser } from './install.ts';
import { judgeBytes, judgeSeparation } from './judge-bytes.ts';
import { judgePages } from './judge-pages.ts';
import { judgePolling } from './judge-polling.ts';
import { CONSOLE_PAGES, PORTAL_PAGES } from './pages.ts';
import { portalJourney } from './portal-journey.ts';
import { type Stage, setStage } from './stage.ts';
import { signInAtConsole, signInAtPortal, visit } from './visit.ts';

type Database = 'sqlite' | 'postgres';

async function judgeAll(browser: Browser, stage: Stage, claims: Claims): Promise<void> {
  const operator = await visit(browser);
  await signInAtConsole(operator, await stage.consoleLink());
  await judgePages(operator, `${stage.adminUrl}/`, CONSOLE_PAGES, claims);
  await judgePolling(operator, stage.adminUrl, claims);
  await operator.leave();
  const caller = await visit(browser);
  await signInAtPortal(caller, stage.publicUrl, stage.key);
  await judgePages(caller, `${stage.publicUrl}/portal/`, PORTAL_PAGES, claims);
  await caller.leave();
}

async function onDatabase(browser: Browser, database: Database, url: string | null): Promise<Claims> {
  const claims = makeClaims(database);
  const stage = await setStage(url);
  try {
    await portalJourney(browser, stage, claims);
    await consoleJourney(browser, stage, claims);
    // The pages are the same on every database.
    if (database === 'sqlite') await judgeAll(browser, stage, claims);
  } catch (error) {
    claims.holds('the journey came to its end', false, String(error));
  } finally {
    await stage.strike();
  }
  return claims;
}

function tell(claims: Claims): boolean {
  for (const failed of claims.failed) console.error(`\n${failed}`);
  console.log(`${claims.count - claims.failed.length} of ${claims.count} claims hold`);
  return claims.failed.length === 0;
}

async function main(only: string | undefined): Promise<number> {
  const build = makeClaims('build');
  judgeBytes('console', build);
  judgeBytes('portal', build);
  judgeSeparation(build);
  let isGood = tell(build);
  installBrowser();
  const browser = await openBrowser();
  if ('skipped' in browser) {
    console.log(`\n!!!! the journeys: SKIPPED: ${browser.skipped}\n`);
    return isGood ? 0 : 1;
  }
  try {
    if (only !== 'postgres') isGood = tell(await onDatabase(browser, 'sqlite', null)) && isGood;
    if (only !== 'sqlite') {
      const server = await startEmbeddedServer();
      try {
        isGood = tell(await onDatabase(browser, 'postgres', server.url)) && isGood;
      } finally {
        await server.stop();
      }
    }
  } finally {
    await browser.close();
  }
  return isGood ? 0 : 1;
}

process.exitCode = await main(process.argv[2]);
