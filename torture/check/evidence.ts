// The evidence for all checks: the three journals, the dump and the checkpoints, joined into operations and indexed. It shares no code with
// the gateway and judges nothing.
import { BILLED, type ClientEvent, type FaultEvent, type UpstreamEvent } from '../journal.ts';
import type { Ledger, LedgerCall, LedgerEntry } from '../ledger.ts';
import type { PaymentHistory } from '../payments.ts';

export interface Evidence {
  client: ClientEvent[];
  upstream: UpstreamEvent[];
  faults: FaultEvent[];
  ledger: Ledger;
  checkpoints: Ledger[];
  /** What a killed node left, and the same file after each of several starts. Empty when nothing was left. */
  recoveries: Ledger[];
  /** What is known of card money outside of the gateway. */
  payments: PaymentHistory;
}

/** An invocation and its end. Without an end the driver itself was stopped, so the outcome is unknown too. */
export interface Operation {
  begin: ClientEvent;
  end: ClientEvent | null;
}

/** Everything that was asked under one request id of one account, sorted by time. */
export interface Call {
  account: string;
  id: string;
  uses: Operation[];
  rows: LedgerCall[];
  charges: LedgerEntry[];
  answer: { digest: string; nonce: string | null } | null;
  /** What the id is bound to; null when callers sent different parameters and it is unknown which came first. */
  asked: { path: string; keyword: string } | null;
}

export class Case {
  readonly evidence: Evidence;
  readonly operations: Operation[];
  readonly calls: Call[];
  /** Name → id. */
  readonly accountIds: Map<string, string>;
  readonly entriesByAccount: Map<string, LedgerEntry[]>;
  readonly chargeByCall: Map<number, LedgerEntry[]>;

  constructor(evidence: Evidence) {
    this.evidence = evidence;
    const { ledger } = evidence;
    this.operations = joinOperations(evidence.client);
    this.accountIds = new Map(ledger.accounts.map(({ id, name }) => [name, id]));
    this.entriesByAccount = groupBy(ledger.entries, ({ accountId }) => accountId);
    const charges = ledger.entries.filter(({ kind, callSeq }) => kind === 'charge' && callSeq !== null);
    this.chargeByCall = groupBy(charges, ({ callSeq }) => callSeq as number);
    this.calls = this.#joinCalls();
  }

  isBilled({ begin }: Operation): boolean {
    return BILLED.includes(begin.op) || begin.op === 'asked';
  }

  #joinCalls(): Call[] {
    const { ledger } = this.evidence;
    const rows = groupBy(ledger.calls, ({ accountId, requestId }) => `${accountId} ${requestId}`);
    const answers = new Map(ledger.answers.map((answer) => [answer.callSeq, answer]));
    const billed = this.operations.filter(({ begin }) => BILLED.includes(begin.op));
    const uses = groupBy(billed, ({ begin }) => `${begin.account} ${begin.id}`);
    return [...uses].map(([, list]) => {
      const { account, id } = list[0]!.begin as { account: string; id: string };
      const own = rows.get(`${this.accountIds.get(account)} ${id}`) ?? [];
      const charges = own.flatMap(({ seq }) => this.chargeByCall.get(seq) ?? []);
      const answer = own.map(({ seq }) => answers.get(seq)).find((each) => each !== undefined) ?? null;
      return { account, id, uses: list, rows: own, charges, answer, asked: askedBy(list) };
    });
  }
}

function askedBy(uses: readonly Operation[]): Call['asked'] {
  const good = uses.filter(isOk);
  const asked = (good.length > 0 ? good : uses).map(({ begin }) => begin);
  const [{ path, keyword }] = asked as [ClientEvent];
  const isOne = asked.every((one) => one.path === path && one.keyword === keyword);
  return isOne ? { path: path!, keyword: keyword! } : null;
}

function joinOperations(events: readonly ClientEvent[]): Operation[] {
  const byNumber = new Map<number, Operation>();
  for (const event of events) {
    if (event.type === 'invoke') byNumber.set(event.n, { begin: event, end: null });
    else {
      const operation = byNumber.get(event.n);
      if (operation !== undefined) operation.end = event;
    }
  }
  return [...byNumber.values()];
}

export function groupBy<T, K>(list: readonly T[], keyOf: (each: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const each of list) {
    const key = keyOf(each);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return groups;
}

/** "1.250000" → 1250000; null for any other form. */
export function microsOf(text: string | undefined): number | null {
  const parts = /^(-?)(\d+)\.(\d{6})$/.exec(text ?? '');
  if (parts === null) return null;
  return (parts[1] === '-' ? -1 : 1) * (Number(parts[2]) * 1_000_000 + Number(parts[3]));
}

export const isOk = ({ end }: Operation): boolean => end?.type === 'ok';
export const isUnknown = ({ end }: Operation): boolean => end === null || end.type === 'info';
