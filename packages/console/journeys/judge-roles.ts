// What a role must not do, it is not offered: a viewer finds no button that changes something on any page, and an
// operator none that only an owner may press.
import { type Browser, until } from './browser.ts';
import type { Checks } from './checks.ts';
import { addressOf, goTo, type Ids } from './pages.ts';
import { CONSOLE_SHOWN } from './shown-console.ts';
import type { Stage } from './stage.ts';
import { signInAtConsole, visit } from './visit.ts';

/** Buttons that read, copy, filter, print, open something or end one's own session. */
const READING = /^(Copy .*|Close|(Statement \d+ )?CSV|Print|Show more|Clear all|Sign out|Hide)$/;

/** Buttons that only an owner may press. */
const OWNING = ['/catalog: Draft new prices', '/system: Make a token', '/system: Revoke', '/system: End'];

/** Sorting by a column reads; so does a button in the name of a filter. */
const BUTTONS = `[...new Set([...([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main')).querySelectorAll('button')]
  .filter((button) => !button.closest('th, [role=combobox]'))
  .map((button) => button.ariaLabel ?? button.textContent))]`;
const LOADED = `document.querySelector('main h1') && ![...document.querySelectorAll('[role=status]')].some((one) => /Loading/.test(one.textContent))`;

type Role = 'owner' | 'operator' | 'viewer';

interface Looked {
  browser: Browser;
  stage: Stage;
  ids: Ids;
}

/** Buttons on these pages, as "page: button". */
async function offeredTo(
  role: Role,
  routes: readonly string[],
  { browser, stage, ids }: Looked,
): Promise<string[]> {
  const seen = await visit(browser);
  await signInAtConsole(seen, await stage.consoleLink(role));
  const offered: string[] = [];
  for (const route of routes) {
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
  const looked = { browser, stage, ids };
  const toViewer = await offeredTo('viewer', Object.keys(CONSOLE_SHOWN), looked);
  const changing = toViewer.filter((offered) => !READING.test(nameOf(offered)));
  checks.equal('a viewer is offered no change on any page', changing, []);
  const owned = Object.keys(CONSOLE_SHOWN).filter((route) =>
    OWNING.some((one) => one.startsWith(`${route}: `)),
  );
  const toOperator = await offeredTo('operator', owned, looked);
  const toOwner = await offeredTo('owner', owned, looked);
  const owning = (offered: string[]) => OWNING.filter((one) => offered.includes(one));
  checks.equal('tokens, prices and sessions of others are offered to an owner', owning(toOwner), OWNING);
  checks.equal('and not to an operator', owning(toOperator), []);
}
