// What a role must not do, it is not offered: a viewer finds no button that changes something on any page, and an
// operator all that an owner finds, except for those that only an owner may press.
import { type Browser, until } from './browser.ts';
import type { Checks } from './checks.ts';
import { addressOf, goTo, type Ids } from './pages.ts';
import { CONSOLE_SHOWN } from './shown-console.ts';
import type { Stage } from './stage.ts';
import { signInAtConsole, type Visit, visit } from './visit.ts';

/** Buttons that read, copy, filter, print, open something or end one's own session. */
const READING = /^(Copy .*|Close|(Statement \d+ )?CSV|Print|Show more|Clear all|Sign out|Hide)$/;

/** Buttons that only an owner may press. */
const OWNING = ['/catalog: Draft new prices', '/system: End', '/system: Make a token', '/system: Revoke'];

/** Sorting by a column reads; so does a button in the name of a filter. */
const BUTTONS = `[...new Set([...([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main')).querySelectorAll('button')]
  .filter((button) => !button.closest('th, [role=combobox]'))
  .map((button) => button.ariaLabel ?? button.textContent))]`;
const LOADED = `document.querySelector('main h1') && ![...document.querySelectorAll('[role=status]')].some((one) => /Loading/.test(one.textContent))`;

type Role = 'owner' | 'operator' | 'viewer';

async function signIn(browser: Browser, stage: Stage, role: Role): Promise<Visit> {
  const seen = await visit(browser);
  await signInAtConsole(seen, await stage.consoleLink(role));
  return seen;
}

/** Buttons on all pages, as "page: button". */
async function offeredTo({ page }: Visit, ids: Ids): Promise<string[]> {
  const offered: string[] = [];
  for (const route of Object.keys(CONSOLE_SHOWN)) {
    await goTo(page, addressOf(route, ids));
    if (route.includes('?open=')) await page.locator('dialog[open] dl').first().waitFor();
    await until(page, LOADED);
    const names = await page.evaluate<string[]>(BUTTONS);
    offered.push(...names.map((name) => `${route}: ${name}`));
  }
  return offered;
}

const nameOf = (offered: string) => offered.slice(offered.indexOf(': ') + 2);

const without = (offered: string[], others: string[]) => offered.filter((one) => !others.includes(one));

export async function judgeRoles(browser: Browser, stage: Stage, ids: Ids, checks: Checks): Promise<void> {
  // All are signed in before one looks, so that each finds sessions of others.
  const owner = await signIn(browser, stage, 'owner');
  const operator = await signIn(browser, stage, 'operator');
  const viewer = await signIn(browser, stage, 'viewer');
  const seen = [owner, operator, viewer];
  const [toOwner = [], toOperator = [], toViewer = []] = await Promise.all(
    seen.map((one) => offeredTo(one, ids)),
  );
  const changing = toViewer.filter((offered) => !READING.test(nameOf(offered)));
  checks.equal('a viewer is offered no change on any page', changing, []);
  checks.equal(
    'only an owner is offered tokens, prices and sessions of others, and nothing else',
    without(toOwner, toOperator),
    OWNING,
  );
  checks.equal('an operator is offered nothing more', without(toOperator, toOwner), []);
  await Promise.all(seen.map((one) => one.leave()));
}
