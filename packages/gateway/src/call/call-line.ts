// Owns the line that the log has of every call at level debug: the plain facts. Never the key, the keyword, a cursor or a body.
// While the level is off, nothing is collected and nothing is written.
import { type FailureCode, isFailure } from '../domain/failure.ts';
import { formatMoney, ZERO } from '../domain/money.ts';
import type { KeyHolder } from '../storage/storage.ts';
import type { CallDeps } from './call-deps.ts';
import type { CallOutcome } from './call-outcome.ts';

/** What is known of a call so far; its steps fill it in. */
export interface CallFacts {
  requestId: string;
  holder: KeyHolder | null;
  path: string | null;
  source: string | null;
  /** Who answered, or failed last. */
  provider: string | null;
}

type LineDeps = Pick<CallDeps, 'log' | 'statusOf'>;

/** null when nobody would read them. */
export function collectFacts({ log }: LineDeps, requestId: string): CallFacts | null {
  if (!log.isLevelEnabled('debug')) return null;
  return { requestId, holder: null, path: null, source: null, provider: null };
}

export function logCall(
  { log, statusOf }: LineDeps,
  facts: CallFacts,
  outcome: CallOutcome | { kind: 'broke'; code: FailureCode },
  durationMs: number,
): void {
  const { requestId, holder, path, provider } = facts;
  const code = isFailure(outcome) || outcome.kind === 'broke' ? outcome.code : null;
  const isAnswered = outcome.kind === 'answered';
  log.debug(
    {
      requestId,
      account: holder?.account.id ?? null,
      key: holder?.key.id ?? null,
      path,
      status: code === null ? statusOfAnswer(outcome as CallOutcome) : statusOf(code),
      code,
      charged: formatMoney(isAnswered ? outcome.chargedMicros : ZERO),
      source: outcome.kind === 'replayed' ? 'replay' : isAnswered ? facts.source : null,
      provider,
      durationMs: Math.round(durationMs * 10) / 10,
    },
    'call',
  );
}

/** An answer that was passed on has its upstream's. */
function statusOfAnswer(outcome: CallOutcome): number {
  if (outcome.kind === 'replayed') return outcome.answer.passedOn?.status ?? OK;
  if (outcome.kind === 'answered' && outcome.content.kind === 'bytes') return outcome.content.status;
  return OK;
}

const OK = 200;
