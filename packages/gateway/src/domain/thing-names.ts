// Names of the things that answers are about (a video, an author, a comment, a playlist), as numbers. A stored answer lists them, so that all answers
// about one thing can be found when a platform says that it is gone. Numbers take an eighth of the memory of texts, and the garbage
// collector does not have to scan them.
import { hkdfSync } from 'node:crypto';

export type ThingKind = 'video' | 'author' | 'comment' | 'playlist';

/** One thing, with all names that one record gives for it. */
export type NamedThing = readonly [kind: ThingKind, ...names: (string | null | undefined)[]];

/** All names of the things of one answer. */
export type About = readonly number[];

const FACTOR_A = 2_654_435_761;
const FACTOR_B = 1_597_334_677;

export class ThingNames {
  readonly #seeds: readonly [number, number];
  /** Of the platform that was named last, for each kind. */
  readonly #last: Partial<Record<ThingKind, { platform: string; halves: readonly [number, number] }>> = {};

  /** The secret makes the numbers equal on all nodes, and keeps callers from crafting an id that collides with another one. */
  constructor(secret: Uint8Array) {
    const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'reelgate names of things v1', 8));
    this.#seeds = [bytes.readInt32LE(0), bytes.readInt32LE(4)];
  }

  /** 53 bits. Names that differ only in case are equal: platforms accept handles and long ids in any case. */
  numberOf(kind: ThingKind, platform: string, name: string): number {
    let [a, b] = this.#beginningOf(kind, platform);
    const text = name.toLowerCase();
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      a = Math.imul(a ^ unit, FACTOR_A);
      b = Math.imul(b ^ unit, FACTOR_B);
    }
    a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
    b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
    return (b & 0x1f_ffff) * 0x1_0000_0000 + (a >>> 0);
  }

  /** The two halves of a number after kind and platform, with which every name of a page begins. */
  #beginningOf(kind: ThingKind, platform: string): readonly [number, number] {
    const last = this.#last;
    if (last[kind]?.platform === platform) return last[kind].halves;
    let [a, b] = this.#seeds;
    const text = `${kind} ${platform} `;
    for (let i = 0; i < text.length; i++) {
      a = Math.imul(a ^ text.charCodeAt(i), FACTOR_A);
      b = Math.imul(b ^ text.charCodeAt(i), FACTOR_B);
    }
    last[kind] = { platform, halves: [a, b] };
    return [a, b];
  }

  /** Each name once: an id is often the handle too, and items of one list often have the same author. */
  aboutOf(platform: string, things: readonly NamedThing[]): About {
    const about: number[] = [];
    const before: Partial<Record<ThingKind, NamedThing>> = {};
    for (const thing of things) {
      const kind = thing[0];
      const other = before[kind];
      if (other !== undefined && isSame(other, thing)) continue;
      before[kind] = thing;
      for (let i = 1; i < thing.length; i++) {
        const name = thing[i];
        if (name != null && (i === 1 || name !== thing[i - 1]))
          about.push(this.numberOf(kind, platform, name));
      }
    }
    return about;
  }
}

function isSame(one: NamedThing, other: NamedThing): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}
