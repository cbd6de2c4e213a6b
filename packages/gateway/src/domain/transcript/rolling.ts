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

export interface Unrolled {
  cues: Cue[];
  rolledUp: boolean;
}

export function unroll(cues: Cue[]): Unrolled {
  const lines = cues.map((cue) => cue.text.split('\n'));
  const repeated = cues.map((_, index) => repeatedLines(cues, lines, index));
  if (!isRolling(cues, lines, repeated)) return { cues, rolledUp: false };
  return { cues: withoutRepeats(cues, lines, repeated), rolledUp: true };
}

/** How many lines at the end of the cue before are the first lines of this one. */
function repeatedLines(cues: Cue[], lines: string[][], index: number): number {
  const [before, cue] = [cues[index - 1], cues[index] as Cue];
  if (before === undefined || cue.startMs > before.endMs + ROLL_GAP_MS) return 0;
  const [above, own] = [lines[index - 1] as string[], lines[index] as string[]];
  for (let count = Math.min(above.length, own.length, ROLL_LINES_MAX); count > 0; count--) {
    if (above.slice(-count).every((line, at) => line === own[at])) return count;
  }
  return 0;
}

/** A cue that only repeats, and stays long enough to be read, proves nothing: in a song, a line is sung twice. */
function isRolling(cues: Cue[], lines: string[][], repeated: number[]): boolean {
  const rolls = cues.filter((cue, index) => {
    const count = repeated[index] as number;
    return count > 0 && (count < (lines[index] as string[]).length || cue.endMs - cue.startMs <= FLASH_MS);
  }).length;
  return rolls >= ROLLING_MIN && rolls >= (cues.length - 1) * ROLLING_SHARE;
}

/** A cue that only repeats lengthens the one before. */
function withoutRepeats(cues: Cue[], lines: string[][], repeated: number[]): Cue[] {
  const kept: Cue[] = [];
  cues.forEach((cue, index) => {
    const text = (lines[index] as string[]).slice(repeated[index]).join('\n');
    const last = kept.at(-1);
    if (text !== '') kept.push({ ...cue, text });
    else if (last !== undefined) last.endMs = Math.max(last.endMs, cue.endMs);
  });
  return kept;
}
