// Owns one walk over many platforms as a caller makes it: page after page, each under an id of its own and at any node, and the same id again
// until its answer is known. Must never decide whether an answer is right.
import type { Caller } from './caller.ts';
import type { Dice } from './seed.ts';
import type { Buy } from './workload.ts';

/** Longer than the lists are; a walk that goes on and on is cut here, and the checker sees its items twice. */
const PAGES_MAX = 30;
/** Tries for one page; a walk whose page nobody gives is left alone. */
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

/** null when the page could not be had. */
async function nextOf(caller: Caller, buy: Buy): Promise<string | null> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const next = await caller.readPage(tries === 0 ? 'walk' : 'again', buy);
    if (next !== null) return next;
  }
  return null;
}
