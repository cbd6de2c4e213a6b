// The form of messages between the event loop and a storage thread. Verbs of calls and their outcomes are sent as arrays of plain values:
// posting an object writes the name of each field again, which doubles the cost on both threads. All other verbs are sent as they are.
// Either way the receiver gets the same fields.
import type { Attempt } from '../../domain/call.ts';
import type { Micros } from '../../domain/money.ts';
import type { FreeCall } from '../../domain/prices/terms.ts';
import type { OpenCallRequest } from '../ledger/calls-open.ts';
import type {
  AnswerContent,
  KeyHolder,
  OpenCall,
  OpenResult,
  OpenSettledCall,
  OpenSettledResult,
  RateState,
  SettleCall,
  SettleResult,
} from '../storage.ts';
import type { VerbName } from '../verbs.ts';

export interface VerbMessage {
  name: VerbName;
  input: unknown;
}

export type VerbOutcome =
  | { ok: true; value: unknown }
  /**
   * `unavailable`: the database could not commit; with `inDoubt` it is unknown whether it did. Otherwise the verb itself failed: a bug.
   */
  | { ok: false; unavailable: boolean; inDoubt: boolean; message: string };

type PackedOpen = ReturnType<typeof packOpen>;
type PackedSettle = ReturnType<typeof packSettle>;
type Paid = Pick<OpenSettledCall, 'chargedMicros' | 'source' | 'answer' | 'delivered'>;

export type PackedVerb =
  | ['calls.open', PackedOpen]
  | [
      'calls.openSettled',
      PackedOpen,
      Paid['chargedMicros'],
      Paid['source'],
      Paid['answer'],
      Paid['delivered'],
    ]
  | ['calls.settle', PackedSettle]
  | [VerbName, unknown];

export function packVerb(name: VerbName, input: unknown): PackedVerb {
  if (name === 'calls.open') return [name, packOpen(input as OpenCallRequest)];
  if (name === 'calls.settle') return [name, packSettle(input as SettleCall)];
  if (name === 'calls.openSettled') {
    const { chargedMicros, source, answer, delivered } = input as OpenSettledCall;
    return [name, packOpen(input as OpenCallRequest), chargedMicros, source, sentAnswer(answer), delivered];
  }
  return [name, input];
}

export function unpackVerb(packed: PackedVerb): VerbMessage {
  const name = packed[0];
  if (name === 'calls.open') return { name, input: unpackOpen(packed[1] as PackedOpen) };
  if (name === 'calls.settle') return { name, input: unpackSettle(packed[1] as PackedSettle) };
  if (name === 'calls.openSettled') {
    const [, open, chargedMicros, source, answer, delivered] = packed as Extract<PackedVerb, { length: 6 }>;
    return {
      name,
      input: { ...unpackOpen(open), chargedMicros, source, answer, ...(delivered && { delivered }) },
    };
  }
  return { name, input: packed[1] };
}

function packOpen(call: OpenCallRequest) {
  const { requests, perSeconds, concurrent } = call.defaultRate;
  return [
    call.accountId,
    call.keyId,
    call.requestId,
    call.fingerprint,
    call.path,
    call.group,
    call.platform,
    call.operation,
    call.variant,
    call.catalogVersion,
    call.priceMicros,
    requests,
    perSeconds,
    concurrent,
    call.answerKnown ?? false,
    call.extraPages ?? 0,
    call.terms,
    call.ceilingMicros,
    call.allowance,
    call.twins,
    call.keysMax,
    call.question,
  ] as const;
}

function unpackOpen(packed: PackedOpen): OpenCallRequest {
  const [
    accountId,
    keyId,
    requestId,
    fingerprint,
    path,
    group,
    platform,
    operation,
    variant,
    catalogVersion,
    priceMicros,
    requests,
    perSeconds,
    concurrent,
    answerKnown,
    extraPages,
    terms,
    ceilingMicros,
    allowance,
    twins,
    keysMax,
    question,
  ] = packed;
  return {
    accountId,
    keyId,
    requestId,
    fingerprint,
    path,
    group,
    platform,
    operation,
    variant,
    catalogVersion,
    priceMicros,
    defaultRate: { requests, perSeconds, concurrent },
    keysMax,
    answerKnown,
    extraPages,
    ...(terms && { terms }),
    ...(ceilingMicros !== undefined && { ceilingMicros }),
    ...(allowance && { allowance }),
    ...(twins && { twins }),
    ...(question !== undefined && { question }),
  };
}

function packSettle({ hold, chargedMicros, source, attempts, answer, delivered }: SettleCall) {
  const { accountId, requestId, epoch } = hold;
  const made = JSON.stringify(attempts);
  return [accountId, requestId, epoch, chargedMicros, source, made, sentAnswer(answer), delivered] as const;
}

/** An answer that is compressed already is sent without its head: a tenth of the bytes. */
function sentAnswer(answer: AnswerContent | null): AnswerContent | null {
  return answer?.kind === 'text' && answer.begun !== undefined ? { ...answer, head: [] } : answer;
}

function unpackSettle(packed: PackedSettle): SettleCall {
  const [accountId, requestId, epoch, chargedMicros, source, made, answer, delivered] = packed;
  const hold = { accountId, requestId, epoch };
  const attempts = JSON.parse(made) as Attempt[];
  return { hold, chargedMicros, source, attempts, answer, ...(delivered && { delivered }) };
}

type PackedRate = ReturnType<typeof packRate>;

/** Of the hold of an opened call only the epoch is sent: the sender knows the rest. */
export type PackedOutcome =
  | readonly ['opened', epoch: number, PackedRate, free?: FreeCall]
  | readonly ['settled', balance: Micros, PackedRate | null]
  | readonly ['holder', json: string]
  | VerbOutcome;

/** The result of `settle`, or of `openSettled` with its rate. */
interface SettledValue {
  balanceMicros: Micros;
  rate?: RateState;
}

export function packOutcome(outcome: VerbOutcome): PackedOutcome {
  if (outcome.ok && isHolder(outcome.value)) return ['holder', JSON.stringify(outcome.value)];
  const value = outcome.ok ? (outcome.value as OpenResult | OpenSettledResult | SettleResult | null) : null;
  if (value?.kind === 'opened' && value.terms === undefined) return packOpened(value);
  if (value?.kind === 'settled' && value.paidFrom === undefined) {
    const { balanceMicros, rate }: SettledValue = value;
    return ['settled', balanceMicros, rate === undefined ? null : packRate(rate)];
  }
  return outcome;
}

/** With many keys most calls look theirs up. Its forty fields as one text take a third of the time that they take as an object. */
function isHolder(value: unknown): value is KeyHolder {
  return typeof value === 'object' && value !== null && 'secretValidUntilMs' in value;
}

function packOpened({ hold, rate, free }: Extract<OpenResult, { kind: 'opened' }>): PackedOutcome {
  const opened = ['opened', hold.epoch, packRate(rate)] as const;
  return free === undefined ? opened : [...opened, free];
}

export function unpackOutcome(packed: PackedOutcome, input: unknown): VerbOutcome {
  if ('ok' in packed) return packed;
  if (packed[0] === 'holder') return { ok: true, value: JSON.parse(packed[1]) as KeyHolder };
  if (packed[0] === 'opened') {
    const { accountId, requestId } = input as OpenCall;
    const hold = { accountId, requestId, epoch: packed[1] };
    const free = packed[3];
    return { ok: true, value: { kind: 'opened', hold, rate: unpackRate(packed[2]), ...(free && { free }) } };
  }
  const [kind, balanceMicros, rate] = packed;
  const value = rate === null ? { kind, balanceMicros } : { kind, balanceMicros, rate: unpackRate(rate) };
  return { ok: true, value };
}

function packRate({ limit, remaining, resetMs }: RateState) {
  return [limit.requests, limit.perSeconds, limit.concurrent, remaining, resetMs] as const;
}

function unpackRate([requests, perSeconds, concurrent, remaining, resetMs]: PackedRate): RateState {
  return { limit: { requests, perSeconds, concurrent }, remaining, resetMs };
}
