// Invariants of events: streams without gaps, and one event for each top-up and each refund, in the same commit.
import type { Ledger } from '../ledger.ts';
import { groupBy } from './evidence.ts';
import type { Findings } from './verdict.ts';

const TOLD: Record<string, string> = { topup: 'topup.credited', refund: 'refund.made' };

/** E1: the numbers of a stream are 1, 2, 3 …; rounds are too short for events to expire. */
function checkNumbers(found: Findings, { events }: Ledger): void {
  for (const [stream, own] of groupBy(events, (event) => event.stream)) {
    const seqs = own.map(({ seq }) => seq).sort((a, b) => a - b);
    const gap = seqs.findIndex((seq, i) => seq !== i + 1);
    found.expect('E1', gap < 0, () => `number ${gap + 1} is missing or doubled`, stream);
  }
}

/** E2: each top-up and each refund has exactly one event, and there are no others. A dump is one snapshot, so both are in it. */
function checkTold(found: Findings, { events, entries }: Ledger): void {
  const nameOf = (stream: string, type: string, seq: number | null) => `${stream} ${type} ${seq}`;
  const told = groupBy(
    events.filter(({ type }) => Object.values(TOLD).includes(type)),
    ({ stream, type, entrySeq }) => nameOf(stream, type, entrySeq),
  );
  for (const { accountId, kind, seq } of entries) {
    const type = TOLD[kind];
    if (type === undefined) continue;
    const name = nameOf(accountId, type, seq);
    const times = told.get(name)?.length ?? 0;
    found.expect('E2', times === 1, () => `${kind} ${seq} was told ${times} times`, accountId);
    told.delete(name);
  }
  for (const name of told.keys())
    found.expect('E2', false, () => `told, and there is no such entry: ${name}`);
}

export function checkEvents(found: Findings, ledger: Ledger): void {
  checkNumbers(found, ledger);
  checkTold(found, ledger);
}
