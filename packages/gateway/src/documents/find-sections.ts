// The search in the guides: of the terminal, and of the web site, which gets this function as a script. So it uses nothing from outside of
// itself.

export interface Findable {
  guide: string;
  heading: string;
  text: string;
  /** What its score is multiplied by; 1 unless given. */
  share?: number;
}

/**
 * Made once for some sections, then asked as often as needed; the best section comes first. A word counts the more, the fewer sections have
 * it, and in a heading it counts more than in a text. A section that lacks words of the question comes far behind those that have all.
 */
export function createFinder<T extends Findable>(sections: readonly T[]): (asked: string) => T[] {
  const HEADING = 3;
  const GUIDE = 3;
  // A text that has a word three times is hardly less about it than one that has it thirty times, and a long text has every word once.
  const TEXT = 3;
  const LENGTH_SHARE = 0.75;
  // For a longer word that begins with the asked one, and for another word for it.
  const LONGER = 0.6;
  const OTHER = 0.8;
  // Less than this share of the best score is not about the question. A person reads no more than a page of results.
  const LEAST = 0.1;
  const FOUND_MAX = 30;
  // From three letters on, a word may be the beginning of another one.
  const BEGINNING_CHARS = 3;
  // Words of questions that say nothing about what is asked for.
  const SILENT = new Set(
    `a about all an and any are as at be been before but by can could do does for from get give had has have how i if in into is it its
     just made make me mine my need no not of on one only or our own please send should show so some somebody someone that the their them
     then there they this to too up us use want was we what when where which who whose why will with without would you your`.split(
      /\s+/,
    ),
  );

  // What people call it, and what the guides call it.
  const OTHERS = new Map(
    `rss feed, invoice statement, bill statement, delete remove, chargeback dispute, docker container, expensive price, stored keep, saved keep,
     remembered keep, twice once, duplicate once, repeated repeat, registration sign, signup sign, token key, brand name, logo name,
     discount lower, volume tiers, rollback back, downgrade back, limit cap, claude agents, alerts alarm, block disable, promotional grant, captions transcript, replace rotate`
      .split(',')
      .map((pair) => pair.trim().split(' ') as [string, string]),
  );

  const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const stemOf = (word: string): string => {
    if (!/^[a-z]{4,}$/.test(word)) return word;
    const plain = word
      .replace(/(?<=..)(?:ies|ied|y)$/, 'i')
      .replace(/(?<=[^s])s$/, '')
      .replace(/(?<=...)(?:ing|ed|es|e)$/, '');
    return plain.replace(/([bdgmnprt])\1$/, '$1');
  };

  /** Of each stem: the sections that have it, each with its weight there. */
  const index = new Map<string, Map<number, number>>();
  const add = (at: number, text: string, weightOf: (times: number) => number): void => {
    const times = new Map<string, number>();
    for (const stem of wordsOf(text).map(stemOf)) times.set(stem, (times.get(stem) ?? 0) + 1);
    for (const [stem, count] of times) {
      const found = index.get(stem) ?? new Map<number, number>();
      found.set(at, (found.get(at) ?? 0) + weightOf(count));
      index.set(stem, found);
    }
  };
  const lengths = sections.map(({ text }) => text.length);
  const meanLength = Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / sections.length);
  sections.forEach(({ guide, heading, text }, at) => {
    add(at, heading, () => HEADING);
    add(at, guide, () => GUIDE);
    const longer = 1 - LENGTH_SHARE + (LENGTH_SHARE * lengths[at]!) / meanLength;
    add(at, text, (count) => (TEXT * count) / (count + longer));
  });

  /** The sections that have this word or a longer one that begins with it. */
  const findWord = (word: string): Map<number, number> => {
    const [stem, found] = [stemOf(word), new Map<number, number>()];
    const other = stemOf(OTHERS.get(word) ?? word);
    const shareOf = (known: string) => {
      if (known === stem) return 1;
      if (known === other) return OTHER;
      return stem.length >= BEGINNING_CHARS && known.startsWith(stem) ? LONGER : 0;
    };
    for (const [known, places] of index) {
      const share = shareOf(known);
      if (share === 0) continue;
      for (const [at, weight] of places) found.set(at, (found.get(at) ?? 0) + weight * share);
    }
    return found;
  };

  return (asked) => {
    const all = [...new Set(wordsOf(asked))];
    const telling = all.filter((word) => !SILENT.has(word));
    const words = telling.length > 0 ? telling : all;
    const scores = new Map<number, { score: number; had: number }>();
    let sum = 0;
    for (const word of words) {
      const found = findWord(word);
      const rarity = Math.log(1 + (sections.length - found.size + 0.5) / (found.size + 0.5));
      sum += rarity;
      for (const [at, weight] of found) {
        const one = scores.get(at) ?? { score: 0, had: 0 };
        scores.set(at, { score: one.score + rarity * weight, had: one.had + rarity });
      }
    }
    const found = [...scores]
      .map(([at, { score, had }]) => ({ at, score: score * (had / sum) ** 2 * (sections[at]!.share ?? 1) }))
      .sort((one, other) => other.score - one.score || one.at - other.at);
    return found
      .filter(({ score }) => score >= found[0]!.score * LEAST)
      .slice(0, FOUND_MAX)
      .map(({ at }) => sections[at]!);
  };
}
