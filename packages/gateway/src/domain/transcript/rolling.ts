// Rolling captions show the former line again above the new one, as automatic captions of YouTube and the roll-up mode of television do. In a transcript each line
// would stand there two or three times. Repeats go only from a track that rolls: in other tracks a line that is said twice stays twice.
import type { Cue } from './cue.ts';

/** A cue may repeat up to this many lines. Television rolls up at most four lines. */
const ROLL_LINES_MAX = 4;
/** Lines roll on without a pause. A repeat after more than this was said again. */
export const ROLL_GAP_MS = 1000;
/** Automatic captions have cues of 10 ms that show a finished line alone. Nobody can read a cue that is shorter than this. */
export const FLASH_MS = 100;
/** A track rolls when at least this share of its cues continue the cue before. */
const ROLLING_SHARE = 0.5;
/** Fewer than this many are a coincidence. */
const ROLLING_MIN = 2;

interface Unrolled {
  cues: Cue[];
  rolledUp: boolean;
}

export function unroll(cues: Cue[]): Unrolled {
  const repeated = cues.map((cue, index) => repeatedChars(cues[index - 1], cue));
  if (!isRolling(cues, repeated)) return { cues, rolledUp: false };
  return { cues: withoutRepeats(cues, repeated), rolledUp: true };
}

/** The length of the first lines of a cue, as far as they are the last lines of the cue before. */
function repeatedChars(before: Cue | undefined, cue: Cue): number {
  if (before === undefined || cue.startMs > before.endMs + ROLL_GAP_MS) return 0;
  let repeated = 0;
  let start = before.text.length;
  for (let lines = 0; lines < ROLL_LINES_MAX && start > 0; lines++) {
    start = start < 2 ? 0 : before.text.lastIndexOf('\n', start - 2) + 1;
    const length = before.text.length - start;
    if (isLineEnd(cue.text, length) && cue.text.startsWith(before.text.slice(start))) repeated = length;
  }
  return repeated;
}

function isLineEnd(text: string, index: number): boolean {
  return index === text.length || text[index] === '\n';
}

/** A cue that only repeats, and stays long enough to be read, proves nothing: in a song, a line is sung twice. */
function isRolling(cues: Cue[], repeated: number[]): boolean {
  const rolls = cues.filter((cue, index) => {
    const chars = repeated[index] as number;
    return chars > 0 && (chars < cue.text.length || cue.endMs - cue.startMs <= FLASH_MS);
  }).length;
  return rolls >= ROLLING_MIN && rolls >= (cues.length - 1) * ROLLING_SHARE;
}

/** A cue that only repeats lengthens the one before. */
function withoutRepeats(cues: Cue[], repeated: number[]): Cue[] {
  const kept: Cue[] = [];
  cues.forEach(({ startMs, endMs, text }, index) => {
    const chars = repeated[index] as number;
    const last = kept.at(-1);
    if (chars < text.length) kept.push({ startMs, endMs, text: chars === 0 ? text : text.slice(chars + 1) });
    else if (last !== undefined) last.endMs = Math.max(last.endMs, endMs);
  });
  return kept;
}
