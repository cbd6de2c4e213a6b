// Opens each page of console and portal in a DOM, over answers in which each field has a value of its own, and uses it as a reader would who
// tries everything once. What is seen, asked for, sent, shown after an error and left behind is compared with a digest.
import { afterAll, describe, test } from 'vitest';
import { expectTold } from '../../gateway/src/testing/told/told.ts';
import { Explorer } from '../testing/explore.ts';
import { PAGES, plain } from '../testing/pages.ts';
import { controls, openTab, text, type Visitor, Visits } from '../testing/visit.ts';
import type { Entry } from '../vite.config.ts';

// The pages are bundled and not imported. Programs that look for the tests of a module find them here:
export type Tested = [typeof import('./console/main.tsx'), typeof import('./portal/main.tsx')];

const ENTRIES = ['console', 'portal'] as const;
const nameOf = (address: string) => address.replaceAll(/[^\w.-]+/g, '_').replace(/^_|_$/g, '') || 'start';

/** A code signs in at once. */
const OUT = { console: ['/'], portal: ['/', '/status', 'invite=inv_1'] };

/** What is shown in place of a page that failed while it was drawn. */
const BROKEN = /data-broken/;

const compareText = (told: string, entry: Entry, name: string) =>
  expectTold({
    ...{ by: import.meta.filename, name: `${entry} ${name}`, text: told },
    ...{ begins: /^## /, never: BROKEN },
  });
const compare = (lines: readonly string[], entry: Entry, name: string) =>
  compareText(text(lines), entry, name);

describe.each(ENTRIES)('%s', (entry) => {
  const open: Visits[] = [];
  const visits = (visitor: Visitor = {}) => {
    const one = new Visits(entry, visitor);
    open.push(one);
    return one;
  };
  afterAll(() => Promise.all(open.map((one) => one.close())));
  const owner = visits();

  test.each(PAGES[entry])('%s shows, asks, sends and leaves behind what is stored', async (address) => {
    compareText(await owner.explore(address), entry, nameOf(address));
  });

  const eachPage = async (visitor: Visitor, write?: (main: Element) => string[]) => {
    const tab = visits(visitor);
    const lines: string[] = [];
    for (const address of plain(entry)) lines.push(...(await tab.look(address, write)));
    return lines;
  };

  test('an installation without anything shows what it lacks', async () => {
    compare(await eachPage({ mood: { isBare: true } }), entry, 'without-anything');
  });

  test('what may be left out is left out', async () => {
    compare(await eachPage({ mood: { isSparse: true } }), entry, 'left-out');
  });

  test('a page whose answers are refused says so', async () => {
    compare(await eachPage({ isRefused: true }), entry, 'refused');
  });

  test('the frame finds, opens and signs out', async () => {
    const { tab, network } = await openTab(entry, '/nowhere');
    compare(await new Explorer(tab, network, 'body').page(), entry, 'frame');
    await tab.close();
  });

  test.each(OUT[entry])('at %s somebody without a session can come in', async (address) => {
    const { tab, network } = await openTab(entry, address, { isOut: true });
    compare(await new Explorer(tab, network).page(), entry, `signed-out-${nameOf(address)}`);
    await tab.close();
  });
});

test.each(['operator', 'viewer'] as const)('a %s is offered what the role may do', async (role) => {
  const tab = new Visits('console', { role });
  const lines: string[] = [];
  for (const address of role === 'viewer' ? plain('console') : ['/system', '/catalog'])
    lines.push(...(await tab.look(address, controls)));
  compare(lines, 'console', role);
  await tab.close();
});

test('a first customer without a key gets one before the link to the portal', async () => {
  const address = '/first-customer?account=account_2';
  const { tab, network } = await openTab('console', address, { lacks: /\/keys$/ });
  compare(await new Explorer(tab, network).page(), 'console', 'first-customer-without-a-key');
  await tab.close();
});
