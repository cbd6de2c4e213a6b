// Asks the judged keywords of the sample library, with its exact tiers alone and with all. Only tests and measurements import it.
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../domain/clock.ts';
import { importLibrary } from '../import.ts';
import { openReader } from '../open-store.ts';
import type { LibraryRecord } from '../record.ts';
import { searchLibrary } from '../searching/search.ts';
import { JUDGED, scoreOf } from './judged-queries.ts';

interface Score {
  recall: number;
  rank: number;
  empty: number;
}

export interface Judged {
  keywords: number;
  exact: Score;
  all: Score;
}

const SAMPLE = fileURLToPath(new URL('../sample', import.meta.url));
/** A first page. */
const COUNT = 20;
/** Time stands still, so that a busy machine gives the same results. */
const clock = { ...systemClock, monotonicMs: () => 0 };

/** By class; the last row is over all keywords. The folder must be empty. */
export async function judgeLibrary(dataDir: string): Promise<Record<string, Judged>> {
  await importLibrary({ place: { dataDir }, paths: [SAMPLE], clock });
  const reader = await openReader({ dataDir }, clock);
  const ask = (keyword: string, match: 'exact' | 'all') =>
    reader.read(async (view) => {
      const wish = { keyword, count: COUNT, after: null, filters: {}, match };
      const { bodies } = await searchLibrary(view!.index, clock, wish);
      return bodies.map((body) => (JSON.parse(body) as LibraryRecord).id);
    });
  const judged: Record<string, Judged> = {};
  for (const [name, rows] of [...Object.entries(JUDGED), ['all', Object.values(JUDGED).flat()] as const])
    judged[name] = {
      keywords: rows.length,
      exact: meanOf(await inTurn(rows, ([keyword, ids]) => judge(ask, keyword, ids, 'exact'))),
      all: meanOf(await inTurn(rows, ([keyword, ids]) => judge(ask, keyword, ids, 'all'))),
    };
  await reader.close();
  return judged;
}

type Ask = (keyword: string, match: 'exact' | 'all') => Promise<string[]>;

async function judge(ask: Ask, keyword: string, ids: string, match: 'exact' | 'all'): Promise<Score> {
  const found = await ask(keyword, match);
  const relevant = ids.split(' ').map((id) => `sample-${id}`);
  return { ...scoreOf(found, relevant), empty: found.length === 0 ? 1 : 0 };
}

function meanOf(scores: readonly Score[]): Score {
  const sum = (name: keyof Score) => scores.reduce((all, one) => all + one[name], 0);
  return { recall: sum('recall') / scores.length, rank: sum('rank') / scores.length, empty: sum('empty') };
}

/** A reader answers one question after another. */
async function inTurn<From, To>(list: readonly From[], work: (one: From) => Promise<To>): Promise<To[]> {
  const done: To[] = [];
  for (const one of list) done.push(await work(one));
  return done;
}
