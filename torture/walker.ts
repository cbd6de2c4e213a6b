// One walk over many platforms from the caller's side: page after page, each with its own id and on any node, and the same id again until
// its answer is known. It never judges an answer.
import type { Caller } from './caller.ts';
import type { Dice } from './seed.ts';
import type { Buy } from './workload.ts';

/** More pages than the lists have; an endless walk stops here, and the checker sees its items twice. */
const PAGES_MAX = 30;
/** Tries for one page; a walk whose page cannot be fetched is abandoned. */
const TRIES_MAX = 8;
const AGAIN_SHARE = 0.25;
const NO_MORE = 'no_more';

export async function walk(caller: Caller, first: Buy, dice: Dice, isOver: () => boolean): Promise<void> {
  let pcursor: string | null = '';
  for (let page = 0; page < PAGES_MAX && pcursor !== null && pcursor !== NO_MORE && !isOver(); page++) {
    const buy: Buy = { ...first, id: `${first.id}-${page}`, ...(pcursor !== '' && { pcursor }) };
    pcursor = await nextOf(caller, buy);
    if (pcursor !== null && dice.chance(AGAIN_SHARE)) await caller.buy('again', buy);
  }
}

/** null when the page could not be fetched. */
async function nextOf(caller: Caller, buy: Buy): Promise<string | null> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const next = await caller.readPage(tries === 0 ? 'walk' : 'again', buy);
    if (next !== null) return next;
  }
  return null;
}
