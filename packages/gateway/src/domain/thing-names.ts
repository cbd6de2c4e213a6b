// Names of the things that answers are about (a video, an author, a comment, a playlist), as numbers. A stored answer lists them, so that all answers
// about one thing can be found when a platform says that it is gone. Numbers take an eighth of the memory of texts, and the garbage
// collector does not have to scan them.
import { hkdfSync } from 'node:crypto';

export type ThingKind = 'video' | 'author' | 'comment' | 'playlist';

/** One thing, with all names that one record gives for it. */
export type NamedThing = readonly [kind: ThingKind, ...names: (string | null | undefined)[]];

/** All names of the things of one answer. */
export type About = readonly number[];

export class ThingNames {
  readonly #seeds: readonly [number, number];

  /** The secret makes the numbers equal on all nodes, and keeps callers from crafting an id that collides with another one. */
  constructor(secret: Uint8Array) {
    const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'reelgate names of things v1', 8));
    this.#seeds = [bytes.readInt32LE(0), bytes.readInt32LE(4)];
  }

  /** 53 bits. Names that differ only in case are equal: platforms accept handles and long ids in any case. */
  numberOf(kind: ThingKind, platform: string, name: string): number {
    const text = `${kind} ${platform} ${name.toLowerCase()}`;
    let [a, b] = this.#seeds;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      a = Math.imul(a ^ unit, 2_654_435_761);
      b = Math.imul(b ^ unit, 1_597_334_677);
    }
    a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
    b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
    return (b & 0x1f_ffff) * 0x1_0000_0000 + (a >>> 0);
  }

  aboutOf(platform: string, things: readonly NamedThing[]): About {
    const about: number[] = [];
    let before: NamedThing | null = null;
    for (const thing of things) {
      // The items of one list often have the same author.
      if (before !== null && isSame(before, thing)) continue;
      before = thing;
      const [kind, ...names] = thing;
      for (const name of names) if (name != null) about.push(this.numberOf(kind, platform, name));
    }
    return about;
  }
}

function isSame(one: NamedThing, other: NamedThing): boolean {
  return one.length === other.length && one.every((part, i) => part === other[i]);
}
