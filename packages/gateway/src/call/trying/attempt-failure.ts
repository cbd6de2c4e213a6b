// The failure that a caller gets when no attempt succeeded: one code and one sentence for each kind of failed attempt, and for a
// thing that the platform does not have.
import type { Absent, AttemptFailure, AttemptFailureKind, NoTranscript } from '../../connectors/connector.ts';
import { type Failure, type FailureCode, failure } from '../../domain/failure.ts';
import { SUSPEND_MS_DEFAULT } from '../../domain/limits.ts';
import type { Track, TranscriptReason } from '../../domain/transcript/tracks.ts';
import type { AskedThing, Declined } from '../task.ts';

/** Retry-After when the gateway's own queue for a provider is full: it moves within a second. */
const LOCAL_RETRY_MS = 1_000;

/** Retry-After for a platform whose setup is not finished: the operator may finish it at any moment. */
const CLOSED_RETRY_MS = 5_000;

const QUOTA_USED_UP = "The platform's own quota is used up. Nothing was charged.";
const PAUSE = 'The platform asked for a pause. Nothing was charged.';

const CODES: Record<AttemptFailureKind, { code: FailureCode; detail: string }> = {
  timeout: { code: 'UPSTREAM_TIMEOUT', detail: 'The platform did not answer in time. Nothing was charged.' },
  unavailable: {
    code: 'UPSTREAM_ERROR',
    detail: 'The platform could not be reached or is out of order. Nothing was charged.',
  },
  rate_limited: { code: 'UPSTREAM_BUSY', detail: QUOTA_USED_UP },
  refused: { code: 'UPSTREAM_REFUSED', detail: 'The platform refused this call. Nothing was charged.' },
  bad_response: {
    code: 'UPSTREAM_ERROR',
    detail: 'The platform sent an unusable answer. Nothing was charged.',
  },
  not_found: {
    code: 'UPSTREAM_ERROR',
    detail: 'The platform does not know this search. Nothing was charged.',
  },
  input_rejected: {
    code: 'INVALID_REQUEST',
    detail: 'The platform rejects this input. Nothing was charged.',
  },
};

export function toFailure(last: AttemptFailure): Failure {
  if (last.isClosed) return notOpen(last.detail);
  // Also when we counted the quota ourselves, it is the platform's quota that is used up.
  if (last.isLocal && last.kind !== 'rate_limited') return queueFull();
  const { code, detail } = CODES[last.kind];
  const pauseMs = last.suspendMs ?? (last.kind === 'rate_limited' ? SUSPEND_MS_DEFAULT : undefined);
  const wait = pauseMs === undefined ? {} : { retryAfterMs: pauseMs };
  return failure(code, detail, { ...wait, ...(last.isQuota && { isQuota: true }), internal: last.detail });
}

/** The gateway's own limits for the platform are reached. */
export function queueFull(): Failure {
  return failure('OVERLOADED', 'Too many calls wait for this platform already. Nothing was charged.', {
    retryAfterMs: LOCAL_RETRY_MS,
  });
}

function notOpen(internal: string): Failure {
  const detail = 'This platform is not open: its operator has to finish setting it up. Nothing was charged.';
  return failure('UPSTREAM_BUSY', detail, { retryAfterMs: CLOSED_RETRY_MS, internal });
}

/** Every provider asked for a pause or has no quota left. `suspendedMs`: until the first of them may be asked again. */
export function allSuspended(suspendedMs: number, isQuotaSpent: boolean): Failure {
  return failure('UPSTREAM_BUSY', isQuotaSpent ? QUOTA_USED_UP : PAUSE, {
    retryAfterMs: Math.max(1, Math.ceil(suspendedMs)),
    ...(isQuotaSpent && { isQuota: true }),
  });
}

/** For each code: the missing thing, and the parameters that may name it. */
const MISSED: Partial<Record<FailureCode, { thing: string; names: readonly string[] }>> = {
  VIDEO_NOT_FOUND: { thing: 'video', names: ['id'] },
  AUTHOR_NOT_FOUND: { thing: 'author', names: ['id', 'author_id', 'handle'] },
  COMMENT_NOT_FOUND: { thing: 'comment', names: ['comment_id'] },
  PLAYLIST_NOT_FOUND: { thing: 'playlist', names: ['playlist_id'] },
  TRANSCRIPT_NOT_FOUND: { thing: 'transcript of video', names: ['id'] },
};
/** Longer than any id. A handle or an address may be longer, and is cut. */
const NAME_CHARS_MAX = 100;

/** `code` names the thing that the operation is about; the connector may say that its video is missing instead. */
export function absence(code: FailureCode, { reason, what }: Absent, asked: AskedThing): Declined {
  const missed = what === 'video' ? 'VIDEO_NOT_FOUND' : code;
  const why = reason === 'unknown' ? '' : ` The platform's reason: ${reason}.`;
  const detail = `There is no ${nameOf(missed, asked)} on ${asked.platform}.${why} Nothing was charged.`;
  return { kind: 'declined', failure: failure(missed, detail, { reason }) };
}

const WITHOUT: Readonly<Record<TranscriptReason, string>> = {
  none: 'It has none.',
  language: 'It has none in these languages.',
  kind: 'It has none of this kind.',
  untimed: 'It has only text without times.',
  disabled: 'Its owner has switched them off.',
};

/** In the text of the error; the field `tracks` has all of them. */
const TRACKS_NAMED_MAX = 20;

function thoseOf(tracks: readonly Track[]): string {
  if (tracks.length === 0) return '';
  const named = tracks.slice(0, TRACKS_NAMED_MAX).map(({ language, kind }) => `${language} (${kind})`);
  return ` It has: ${named.join(', ')}${tracks.length > named.length ? ', …' : ''}.`;
}

export function transcriptAbsence({ reason, tracks }: NoTranscript, asked: AskedThing): Declined {
  const code = 'TRANSCRIPT_NOT_FOUND';
  const detail = `There is no such ${nameOf(code, asked)} on ${asked.platform}. ${WITHOUT[reason]}${thoseOf(tracks)} Nothing was charged.`;
  return { kind: 'declined', failure: failure(code, detail, { transcript: { reason, tracks } }) };
}

function nameOf(code: FailureCode, { ask }: AskedThing): string {
  const { thing, names } = MISSED[code] ?? { thing: 'thing', names: [] };
  const name = names.map((one) => ask[one]).find((one) => one !== undefined);
  if (name === undefined) return `such ${thing}`;
  return `${thing} ${name.length > NAME_CHARS_MAX ? `${name.slice(0, NAME_CHARS_MAX)}…` : name}`;
}
