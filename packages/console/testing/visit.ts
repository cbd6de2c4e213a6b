// Opens the two pages for the tests of all their addresses, and writes what is seen there.

import type { Entry } from '../vite.config.ts';
import { answerTo, type Mood, NOW_MS } from './answers.ts';
import { bundle, type Globals } from './bundle.ts';
import { Explorer } from './explore.ts';
import { print } from './print.ts';
import { type Answer, type Network, Tab } from './tab.ts';

export interface Visitor {
  mood?: Mood;
  /** There is nothing yet at these paths. */
  lacks?: RegExp;
  /** Of the console. */
  role?: 'owner' | 'operator' | 'viewer';
  /** Whatever is read is refused. */
  isRefused?: boolean;
  language?: string;
  /** Every amount that is shown, and every one that is typed. */
  amount?: string;
}

/** As the API writes amounts. */
const AMOUNT = /^-?\d+\.\d{6}$/;

function withAmount<Of>(of: Of, amount: string): Of {
  const shown = Number(amount).toFixed(6);
  return JSON.parse(
    JSON.stringify(of, (_, one) => (typeof one === 'string' && AMOUNT.test(one) ? shown : one)) ?? 'null',
  );
}

const problem = (status: number, code: string): Answer => ({
  status,
  body: {
    ...{
      type: `/errors/${code}`,
      title: `${code} of the test`,
      status,
      detail: `Said by the test: ${code}.`,
      code,
    },
    ...{ request_id: 'req_of_problem', next: 'Do as the test says.' },
  },
});

const SESSION = /\/session$/;

function networkOf({ amount, ...visitor }: Visitor): Network {
  const plain = plainNetworkOf(visitor);
  return amount === undefined ? plain : (asked) => withAmount(plain(asked), amount);
}

function plainNetworkOf({ mood, lacks, role = 'owner', isRefused = false }: Visitor): Network {
  return (asked) => {
    if (SESSION.test(asked.path)) {
      const { status, body } = answerTo(asked)!;
      return { status, body: { ...body, session: { ...body.session, ...(body.session?.role && { role }) } } };
    }
    if (isRefused) return problem(403, 'FORBIDDEN');
    const isBare = lacks?.test(asked.path);
    return answerTo(asked, isBare ? { ...mood, isBare } : mood) ?? problem(404, 'ROUTE_NOT_FOUND');
  };
}

const starts = new Map<Entry, Promise<(globals: Globals) => void>>();

function startOf(entry: Entry) {
  if (!starts.has(entry)) starts.set(entry, bundle(entry));
  return starts.get(entry)!;
}

/** A tab without a secret waits for others that may have one, and then for the code of its page. */
const OTHER_TABS_MS = 1_000;

/** A new tab of somebody who is signed in, or not. */
export async function openTab(entry: Entry, address: string, visitor: Visitor & { isOut?: boolean } = {}) {
  const network = networkOf(visitor);
  const { language = 'en-GB', isOut = false } = visitor;
  const stored: Record<string, string> = isOut ? {} : { [`reelgate.${entry}`]: 'secret' };
  const tab = new Tab(await startOf(entry), { network, nowMs: NOW_MS, language, stored, address });
  await tab.settle();
  if (isOut) await tab.clock.advance(OTHER_TABS_MS);
  return { tab, network };
}

/** A tab that goes from page to page: opening a new one takes longer than most pages do. */
export class Visits {
  readonly #entry: Entry;
  readonly #visitor: Visitor;
  #open: Awaited<ReturnType<typeof openTab>> | null = null;
  /** By the page: what was tried at another address of it. */
  readonly #tried = new Map<string, Set<string>>();

  constructor(entry: Entry, visitor: Visitor = {}) {
    this.#entry = entry;
    this.#visitor = visitor;
  }

  async #at(address: string) {
    this.#open ??= await openTab(this.#entry, '/nowhere', this.#visitor);
    const { tab } = this.#open;
    await tab.renew(NOW_MS);
    tab.go(`#${address}`);
    await tab.settle();
    return this.#open;
  }

  /** Everything that can be done there. */
  async explore(address: string): Promise<string> {
    const page = address.split('?')[0]!;
    const tried = this.#tried.get(page) ?? new Set();
    this.#tried.set(page, tried);
    const { tab, network } = await this.#at(address);
    try {
      const explorer = new Explorer(tab, network, 'main', this.#visitor.amount);
      const lines = await explorer.page(tried);
      await explorer.beside();
      await explorer.leave(networkOf({ ...this.#visitor, mood: { isLater: true } }));
      return text(lines);
    } catch (error) {
      this.#open = null;
      throw error;
    }
  }

  /** What is on the page, and what it asked for. */
  async look(address: string, write: (main: Element) => string[] = print): Promise<string[]> {
    const { tab } = await this.#at(address);
    const main = tab.window.document.querySelector('main') as unknown as Element;
    return ['', `## ${address}`, ...tab.told().map((line) => `> ${line}`), ...write(main)];
  }

  async close(): Promise<void> {
    await this.#open?.tab.close();
  }
}

export const text = (lines: readonly string[]) => `${lines.join('\n').trim()}\n`;

/** The buttons, fields and links of a page, which roles differ in. */
export function controls(main: Element): string[] {
  return [...main.querySelectorAll('button, select, input, textarea, a')].flatMap((one) => print(one));
}
