// What a role must not do, it is not offered: a viewer finds no button that changes something on any page.
import { type Browser, until } from './browser.ts';
import type { Checks } from './checks.ts';
import { addressOf, goTo, type Ids } from './pages.ts';
import { CONSOLE_SHOWN } from './shown-console.ts';
import type { Stage } from './stage.ts';
import { signInAtConsole, visit } from './visit.ts';

/** Buttons that read, copy, filter, print, open something or end one's own session. */
const READING = /^(Copy .*|Close|(Statement \d+ )?CSV|Print|Show more|Clear all|Sign out|Hide)$/;

/** Sorting by a column reads; so does a button in the name of a filter. */
const BUTTONS = `[...new Set([...([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main')).querySelectorAll('button')]
  .filter((button) => !button.closest('th, [role=combobox]'))
  .map((button) => button.ariaLabel ?? button.textContent))]`;
const LOADED = `document.querySelector('main h1') && ![...document.querySelectorAll('[role=status]')].some((one) => /Loading/.test(one.textContent))`;

async function offeredToViewer(browser: Browser, stage: Stage, ids: Ids): Promise<string[]> {
  const seen = await visit(browser);
  await signInAtConsole(seen, await stage.consoleLink('viewer'));
  const offered: string[] = [];
  for (const route of Object.keys(CONSOLE_SHOWN)) {
    await goTo(seen.page, addressOf(route, ids));
    if (route.includes('?open=')) await seen.page.locator('dialog[open] dl').first().waitFor();
    await until(seen.page, LOADED);
    const names = await seen.page.evaluate<string[]>(BUTTONS);
    offered.push(...names.map((name) => `${route}: ${name}`));
  }
  await seen.leave();
  return offered;
}

const nameOf = (offered: string) => offered.slice(offered.indexOf(': ') + 2);

export async function judgeRoles(browser: Browser, stage: Stage, ids: Ids, checks: Checks): Promise<void> {
  const toViewer = await offeredToViewer(browser, stage, ids);
  const changing = toViewer.filter((offered) => !READING.test(nameOf(offered)));
  checks.equal('a viewer is offered no change on any page', changing, []);
}
