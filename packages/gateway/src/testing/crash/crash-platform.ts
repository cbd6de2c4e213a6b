// The platform of the crash tests. The keyword determines how it answers. It appends a line for every question to a file that outlives any
// process, with the nonce that the answer carries.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Script, ScriptedAnswer } from '../scripted-platform.ts';

export interface Execution {
  nonce: string;
  keyword: string;
  isGood: boolean;
}

export function readJournal(file: string): Execution[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Execution);
}

/** The items of each page of the list that is collected; the last item of a page is on the next one too. */
export const COLLECTED_PAGES = [
  ['a1', 'a2', 'a3'],
  ['a3', 'a4', 'a5'],
  ['a5', 'a6'],
] as const;
export const WATCHED_ITEMS = ['n1', 'n2', 'n3'] as const;

function gatheredPage(keyword: string, cursor: string | null): ScriptedAnswer | null {
  if (keyword.startsWith('news')) return { ids: [...WATCHED_ITEMS], cursor: null };
  if (!keyword.startsWith('list')) return null;
  const page = Number(cursor || 0);
  const next = page + 1 < COLLECTED_PAGES.length ? String(page + 1) : null;
  return { ids: [...COLLECTED_PAGES[page]!], cursor: next };
}

/**
 * `list …` and `news …` are for collections and watches: the same items at every time. `fail …` fails and `stuck …` waits until it is released. Everything else is answered at once: `bad …` with titles of a refusal page, and
 * `all …` fails at the provider `bad`.
 */
export class JournaledPlatform {
  /** Whether the platform has stopped failing and waiting. */
  isHealed = false;
  readonly #file: string;
  readonly #onAsked: (keyword: string) => void;
  readonly #free = Promise.withResolvers<void>();
  #count = 0;

  constructor(file: string, onAsked: (keyword: string) => void = () => {}) {
    this.#file = file;
    this.#onAsked = onAsked;
  }

  letGo(): void {
    this.#free.resolve();
  }

  readonly script: Script = async (query, { provider }) => {
    const keyword = query.get('q')!;
    this.#onAsked(keyword);
    if (keyword.startsWith('stuck') && !this.isHealed) await this.#free.promise;
    const isFailing = keyword.startsWith('fail') || (keyword.startsWith('all') && provider === 'bad');
    const gathered = gatheredPage(keyword, query.get('cursor'));
    if (gathered !== null) return gathered;
    // Lists have two pages.
    const cursor = keyword.startsWith('all') && !query.get('cursor') ? 'second' : null;
    return this.#execute(keyword, isFailing, cursor);
  };

  #execute(keyword: string, isFailing: boolean, cursor: string | null): ScriptedAnswer {
    const isGood = this.isHealed || !isFailing;
    const word = keyword.startsWith('bad') ? ' captcha' : '';
    const nonce = `nonce-${process.pid}-${this.#count++}${word}`;
    const execution: Execution = { nonce, keyword, isGood };
    appendFileSync(this.#file, `${JSON.stringify(execution)}\n`);
    return isGood ? { ids: [nonce], cursor } : { kind: 'unavailable', detail: 'as told' };
  }
}
