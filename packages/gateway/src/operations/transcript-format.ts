// How a transcript is written: which part of it, and in which format. The cache keeps the whole transcript as JSON; every format is made
// from that, so that the same transcript in another format needs no further exchange with the platform.
import { type Failure, invalid, isFailure } from '../domain/failure.ts';
import type { Cue } from '../domain/transcript/cue.ts';
import type { Transcript } from '../domain/transcript/record.ts';
import { textOf, writeSrt, writeVtt } from '../domain/transcript/write-captions.ts';

export const TRANSCRIPT_FORMATS = ['json', 'text', 'vtt', 'srt'] as const;
type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

/** Media types of the formats that are not JSON. */
export const FORMAT_TYPES: Readonly<Record<Exclude<TranscriptFormat, 'json'>, string>> = {
  text: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
};

/** The parameters that decide how a transcript is written, in one form; those with their default value are absent. */
export function readFormat(query: Record<string, string>): Record<string, string> | Failure {
  const { format = 'json' } = query;
  if (!(TRANSCRIPT_FORMATS as readonly string[]).includes(format))
    return invalid('format', `must be one of: ${TRANSCRIPT_FORMATS.join(', ')}`);
  const from = readSeconds('from', query.from);
  if (isFailure(from)) return from;
  const to = readSeconds('to', query.to);
  if (isFailure(to)) return to;
  if (to !== null && Number(to) <= Number(from ?? 0)) return invalid('to', 'must be after from');
  return {
    ...(format !== 'json' && { format }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
  };
}

/** Six digits are eleven days. */
const SECONDS = /^\d{1,6}(?:\.\d{1,3})?$/;

function readSeconds(name: string, given: string | undefined): string | null | Failure {
  if (given === undefined) return null;
  if (SECONDS.test(given)) return String(Number(given));
  return invalid(name, 'must be seconds, such as 90 or 90.5');
}

/** Whether this form needs the time of each cue. */
export function needsTimes({ format, from, to }: Readonly<Record<string, string>>): boolean {
  return format === 'vtt' || format === 'srt' || from !== undefined || to !== undefined;
}

/** The cues that overlap the asked time, with their own times, and their text. */
export function partOf(item: Transcript, { from, to }: Readonly<Record<string, string>>): Transcript {
  if (from === undefined && to === undefined) return item;
  const fromMs = from === undefined ? 0 : Number(from) * 1_000;
  const toMs = to === undefined ? Number.POSITIVE_INFINITY : Number(to) * 1_000;
  const cues = item.cues.filter(({ start_ms, end_ms }) => start_ms < toMs && end_ms > fromMs);
  return { ...item, cues, text: textOf(cues.map(cueOf)) };
}

const cueOf = ({ start_ms, end_ms, text }: Transcript['cues'][number]): Cue => ({
  startMs: start_ms,
  endMs: end_ms,
  text,
});

export function formatted(item: Transcript, format: keyof typeof FORMAT_TYPES): string {
  if (format === 'text') return `${item.text}\n`;
  const cues = item.cues.map(cueOf);
  return format === 'vtt' ? writeVtt(cues) : writeSrt(cues);
}
