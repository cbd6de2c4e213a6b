// Owns the solving of the puzzle of a sign-up: it counts up until the hash begins with enough zeros. SHA-256 is written out here,
// because the browser's own is asynchronous, ten times slower in a loop, and missing where a page is not served over https.

export interface Puzzle {
  challenge: string;
  bits: number;
}

/** Hashes between two looks at whether the page wants to draw. */
const ROUND = 5_000;
/** Many times more than any puzzle of ours needs: one that asks for more is none. */
const TRIES_MAX = 100_000_000;

/** Constants of the standard: the first 32 bits of the fractional parts of roots of the first primes. */
const ROOTS = rootsOf(64, 1 / 3);
const START = rootsOf(8, 1 / 2);

function rootsOf(count: number, power: number): Uint32Array {
  const roots = new Uint32Array(count);
  for (let n = 2, found = 0; found < count; n++) {
    if (!isPrime(n)) continue;
    const root = n ** power;
    roots[found++] = Math.floor((root - Math.floor(root)) * 2 ** 32);
  }
  return roots;
}

function isPrime(n: number): boolean {
  for (let by = 2; by * by <= n; by++) if (n % by === 0) return false;
  return true;
}

const turned = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/** The hash of a text in ASCII, as eight words. */
export function sha256(text: string): Uint32Array {
  const blocks = ((text.length + 8) >> 6) + 1;
  const words = new Uint32Array(blocks * 16);
  for (let i = 0; i < text.length; i++) words[i >> 2]! |= text.charCodeAt(i) << (24 - (i % 4) * 8);
  words[text.length >> 2]! |= 0x80 << (24 - (text.length % 4) * 8);
  words[words.length - 1] = text.length * 8;
  const state = START.slice();
  const schedule = new Uint32Array(64);
  for (let at = 0; at < words.length; at += 16) mix(state, schedule, words.subarray(at, at + 16));
  return state;
}

function mix(state: Uint32Array, schedule: Uint32Array, block: Uint32Array): void {
  schedule.set(block);
  for (let i = 16; i < 64; i++) {
    const [early, late] = [schedule[i - 15]!, schedule[i - 2]!];
    const one = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const two = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    schedule[i] = schedule[i - 16]! + one + schedule[i - 7]! + two;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i++) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const next = (h + high + ((e & f) ^ (~e & g)) + ROOTS[i]! + schedule[i]!) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const last = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + next) | 0, c, b, a, (next + last) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i]! += word;
}

/** Lets the page draw now and then. */
export async function solve({ challenge, bits }: Puzzle): Promise<string> {
  for (let first = 0; first < TRIES_MAX; first += ROUND) {
    for (let n = first; n < first + ROUND; n++) {
      if (sha256(`${challenge}:${n}`)[0]! >>> (32 - bits) === 0) return String(n);
    }
    await new Promise((resume) => setTimeout(resume));
  }
  throw new Error('the puzzle has no answer');
}
