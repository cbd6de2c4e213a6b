// A transcript as a model reads it: one row for each cue, with its time. A part begins after `skip` rows, or near the moment `around`.
import { shown } from './platform-text.ts';
import type { ShownRecord } from './shown-records.ts';
import type { Arguments } from './tool.ts';

type Fields = Record<string, unknown>;
interface ShownCue {
  start_ms: number;
  end_ms: number;
  text: string;
}

/** Per cue or per piece of a text without times. Cues of real captions are below 200. */
const CUE_CHARS_MAX = 1_000;
/** What was said before the moment that was asked for; without it an answer lacks its question. */
export const BEFORE_MS = 30_000;
/** `12:30`, `1:02:30`, or seconds. */
export const MOMENT = '^(?:(?:\\d{1,3}:)?\\d{1,3}:)?\\d{1,6}$';

export function transcriptRows(item: Fields): ShownRecord[] {
  const cues = cuesOf(item);
  if (cues.length > 0) return cues.map(cueRow);
  return piecesOf(String(item.text ?? '')).map((piece) => {
    const text = shown(piece, CUE_CHARS_MAX);
    return { line: text, facts: { text } };
  });
}

const cuesOf = ({ cues }: Fields): ShownCue[] => (Array.isArray(cues) ? (cues as ShownCue[]) : []);

function cueRow({ start_ms, text: said }: ShownCue): ShownRecord {
  const [at, text] = [clockTime(start_ms), shown(said, CUE_CHARS_MAX)];
  return { line: `[${at}] ${text}`, facts: { at, text } };
}

function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return h === 0 ? `${m}:${two(s)}` : `${h}:${two(m)}:${two(s)}`;
}

/** Cut between words where there are blanks: Chinese has none. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const piece = pieceOf(text.slice(at, at + CUE_CHARS_MAX + 1));
    pieces.push(piece);
    at += piece.length;
  }
  return pieces;
}

/** Looks for a blank in the piece alone: a search through all text before it takes seconds for a long text without blanks. */
function pieceOf(next: string): string {
  if (next.length <= CUE_CHARS_MAX) return next;
  const blank = next.lastIndexOf(' ');
  if (blank > 0) return next.slice(0, blank + 1);
  // A character of two units is not cut apart.
  const isWhole = next.slice(0, CUE_CHARS_MAX).isWellFormed();
  return next.slice(0, isWhole ? CUE_CHARS_MAX : CUE_CHARS_MAX - 1);
}

/** How many rows are left out. `skip` is exact, so it wins. */
export function skippedRows({ skip, around }: Arguments, item: Fields): number {
  if (skip !== undefined || around === undefined) return Number(skip ?? 0);
  const fromMs = momentMs(String(around)) - BEFORE_MS;
  const cues = cuesOf(item);
  const first = cues.findIndex(({ end_ms }) => end_ms > fromMs);
  return first === -1 ? Math.max(0, cues.length - 1) : first;
}

/** What is said about the language of the track, by `language_match`. */
const MATCHES: Record<string, string> = {
  variant: ' (a variety of the language that was asked for)',
  broader: ' (of the variety that was asked for, the language)',
};

function momentMs(around: string): number {
  return around.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1_000;
}

/** Which track it is, and what the model must not take for granted. */
export function transcriptNotes({
  language,
  kind,
  language_match,
  translated,
  timed,
  tracks,
}: Fields): string[] {
  const track = [
    language ?? 'unknown language',
    kind ?? 'unknown kind',
    translated === true ? 'machine translation' : '',
  ]
    .filter((one) => one !== '')
    .join(', ');
  const others = (Array.isArray(tracks) ? (tracks as Fields[]) : []).map(
    (one) => `${one.language} (${one.kind})`,
  );
  return [
    `track: ${track}${MATCHES[language_match as string] ?? ''}`,
    ...(timed === false ? ['the platform gives this text without times'] : []),
    ...(others.length > 1 ? [shown(`tracks: ${others.join(', ')}`, CUE_CHARS_MAX)] : []),
  ];
}
