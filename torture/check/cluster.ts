// Invariants of processes and time: acknowledged changes are kept, unknown outcomes are decided once, reads are current, revoked keys stop
// working, stops are clean, no node dies by itself, and all nodes recover after the faults.
import type { Ledger, LedgerEntry } from '../ledger.ts';
import { PROVIDERS } from '../offers.ts';
import { accountName, LIMITED_ACCOUNT, LIMITED_RATE } from '../workload.ts';
import { type Case, groupBy, isOk, microsOf, type Operation } from './evidence.ts';
import type { Findings } from './verdict.ts';

const NS_PER_S = 1e9;
const REVOCATION_NS_MAX = 5 * NS_PER_S;
/** A busy gateway that runs its sources, with its cache. */
const BUSY_MB = 285;
/**
 * All bodies of one provider at once: 1 MiB for each of its 60 calls in flight. The C library keeps what they took: with 24 callers and bodies of
 * 20 MB, 318 MB of buffers were counted at once, and 548 MB stayed with the process when 44 MB of them were left.
 */
const BODIES_MB = 63;
/** More means a leak or an unlimited body. */
const RSS_MB_MAX = BUSY_MB + BODIES_MB * PROVIDERS.length;
const DRAIN_NS_MAX = 60 * NS_PER_S;

export function checkCluster(found: Findings, kase: Case): void {
  checkAcknowledged(found, kase);
  checkFinalReads(found, kase);
  checkReads(found, kase);
  checkRevocations(found, kase);
  checkExits(found, kase);
  checkPhases(found, kase);
  checkConcurrency(found, kase);
  checkMemory(found, kase);
  checkRecoveries(found, kase);
}

/** D1: keys, revocations and catalogs; calls and top-ups have their own checks. */
function checkAcknowledged(found: Findings, { operations, evidence: { ledger } }: Case): void {
  const keys = new Map(ledger.keys.map((key) => [key.id, key.status]));
  const budgets = new Set(ledger.budgets.map(({ id }) => id));
  const versions = new Set(ledger.catalogs.map(({ version }) => version));
  for (const { begin, end } of operations.filter(isOk)) {
    if (begin.op === 'key') found.expect('D1', keys.has(end?.key ?? ''), () => 'a key is lost', end?.key);
    if (begin.op === 'project')
      found.expect('D1', budgets.has(end?.project ?? ''), () => 'a project is lost', end?.project);
    if (begin.op === 'revoke')
      found.expect('D1', keys.get(begin.key ?? '') === 'revoked', () => 'a revocation is lost', begin.key);
    if (begin.op === 'publish')
      found.expect('D1', versions.has(end?.version ?? 0), () => `catalog ${end?.version} is lost`);
  }
}

/** D2: an unknown outcome reads the same on every node and every time, and the same as in the ledger. */
function checkFinalReads(found: Findings, kase: Case): void {
  const { ledger } = kase.evidence;
  const rows = new Map(ledger.calls.map((call) => [`${call.accountId} ${call.requestId}`, call]));
  for (const { begin, end } of kase.operations) {
    // A read that failed says nothing.
    if (end === null || end.type === 'info' || (end.status ?? 0) >= 500) continue;
    const accountId = kase.accountIds.get(begin.account ?? '');
    if (begin.op === 'final_receipt') {
      const row = rows.get(`${accountId} ${begin.id}`);
      // A hold without money is not waited for before the final reads.
      if (end.state === 'held' && row?.state === 'expired' && row.price === 0) continue;
      const seen = end.type === 'ok' ? `${end.state} ${microsOf(end.charged)}` : `${end.status}`;
      const due = row === undefined ? '404' : `${row.state} ${row.charged}`;
      found.expect('D2', seen === due, () => `${begin.node} says ${seen}, the ledger ${due}`, begin.id);
    }
    if (begin.op === 'final_balance') {
      const account = ledger.accounts.find(({ id }) => id === accountId);
      const isRight = microsOf(end.balance) === account?.balance && microsOf(end.held) === 0;
      const seen = () => `${begin.node} says ${end.balance}, held ${end.held}; ledger ${account?.balance}`;
      found.expect('M1', isRight, seen, begin.account);
    }
  }
}

/** M1, M2, M3: a read shows a state that the ledger was in, and never an older one than was acknowledged before it. */
function checkReads(found: Findings, kase: Case): void {
  const acknowledged = acknowledgedSeqs(kase);
  for (const { begin, end } of kase.operations.filter(isOk)) {
    if (begin.op !== 'balance' && begin.op !== 'entries') continue;
    const entries = kase.entriesByAccount.get(kase.accountIds.get(begin.account ?? '') ?? '') ?? [];
    const least = leastSeq(acknowledged.get(begin.account ?? '') ?? [], begin.t);
    if (begin.op === 'balance') checkBalance(found, begin.account!, end!, entries, least);
    else checkPage(found, begin.account!, end!.entries ?? [], entries, least);
  }
}

function checkBalance(
  found: Findings,
  account: string,
  end: { balance?: string; held?: string },
  entries: readonly LedgerEntry[],
  least: number,
): void {
  const balance = microsOf(end.balance);
  const held = microsOf(end.held);
  const isKnown =
    entries.some(({ seq, balanceAfter }) => seq >= least && balanceAfter === balance) ||
    (least === 0 && balance === 0);
  found.expect('M1', isKnown, () => `read ${end.balance}: no state at or after entry ${least}`, account);
  const isSolvent = balance !== null && held !== null && held >= 0 && balance - held >= 0;
  found.expect('M2', isSolvent, () => `read balance ${end.balance} with ${end.held} held`, account);
}

function checkPage(
  found: Findings,
  account: string,
  page: readonly [number, string, string][],
  entries: readonly LedgerEntry[],
  least: number,
): void {
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
  for (const [seq, amount, after] of page) {
    const entry = bySeq.get(seq);
    const isSame = entry?.amount === microsOf(amount) && entry?.balanceAfter === microsOf(after);
    found.expect('M3', isSame, () => `entry ${seq} was read as ${amount}, ${after}`, account);
  }
  const newest = page[0]?.[0] ?? 0;
  found.expect(
    'D1',
    newest >= least,
    () => `a page ends at ${newest}, entry ${least} was acknowledged`,
    account,
  );
}

type Acknowledged = { t: number; seq: number };

/** For each account the entries whose answers callers have seen, by the time of the answer. */
function acknowledgedSeqs(kase: Case): Map<string, Acknowledged[]> {
  const list: (Acknowledged & { account: string })[] = [];
  for (const { account, uses, charges } of kase.calls) {
    const seq = charges[0]?.seq;
    if (seq !== undefined) for (const { end } of uses.filter(isOk)) list.push({ account, t: end!.t, seq });
  }
  const topUps = new Map(
    kase.evidence.ledger.entries.filter(({ kind }) => kind === 'topup').map((each) => [each.reference, each]),
  );
  for (const { begin, end } of kase.operations.filter(isOk)) {
    const entry = begin.op.startsWith('topup') ? topUps.get(begin.id ?? '') : undefined;
    if (entry !== undefined) list.push({ account: begin.account!, t: end!.t, seq: entry.seq });
  }
  const byAccount = groupBy(list, ({ account }) => account);
  for (const group of byAccount.values()) {
    group.sort((a, b) => a.t - b.t);
    let most = 0;
    for (const each of group) {
      most = Math.max(most, each.seq);
      each.seq = most;
    }
  }
  return byAccount;
}

function leastSeq(acknowledged: readonly Acknowledged[], t: number): number {
  let [low, high] = [0, acknowledged.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (acknowledged[middle]!.t < t) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : acknowledged[low - 1]!.seq;
}

/** D8: at once on the node that took the revocation, within five seconds on all nodes. */
function checkRevocations(found: Findings, { operations }: Case): void {
  const revoked = new Map<string, Operation>();
  for (const operation of operations)
    if (operation.begin.op === 'revoke' && isOk(operation)) revoked.set(operation.begin.key!, operation);
  for (const { begin, end } of operations) {
    const revocation = revoked.get(begin.key ?? '');
    if (revocation === undefined || begin.op === 'revoke' || end === null) continue;
    const sinceNs = begin.t - revocation.end!.t;
    const isDue = sinceNs > (begin.node === revocation.begin.node ? 0 : REVOCATION_NS_MAX);
    if (!isDue || end.type === 'info') continue;
    const late = () => `served by ${begin.node} ${(sinceNs / NS_PER_S).toFixed(1)} s after its revocation`;
    found.expect('D8', end.type !== 'ok', late, begin.key, begin.id);
  }
}

/** D9: a node that is asked to stop drains and exits cleanly, and no node exits unasked. */
function checkExits(found: Findings, { evidence: { faults } }: Case): void {
  const storage = faults.find(({ kind }) => kind === 'round')?.name;
  for (const [i, exit] of faults.entries()) {
    if (exit.kind !== 'exit') continue;
    const own = faults.slice(0, i).filter(({ node }) => node === exit.node);
    const lastStart = own.findLastIndex(({ kind }) => kind === 'start');
    const life = own.slice(lastStart);
    const killed = life.some(({ kind }) => kind === 'kill');
    const asked = life.find(({ kind }) => kind === 'terminate');
    if (asked !== undefined) {
      const isClean = exit.code === 0 && exit.t - asked.t <= DRAIN_NS_MAX;
      const took = ((exit.t - asked.t) / NS_PER_S).toFixed(1);
      const seen = () => `ended with ${exit.code ?? exit.signal} ${took} s after SIGTERM`;
      found.expect('D9', isClean, seen, exit.node);
    } else {
      const mayFail = storage === 'postgres' && !life.some(({ kind }) => kind === 'ready');
      const seen = () => `ended with ${exit.code ?? exit.signal} by itself`;
      found.expect('CRASH', killed || mayFail, seen, exit.node);
    }
  }
}

/** D7: an account never has more concurrent calls than its limit, over all nodes. */
function checkConcurrency(found: Findings, { accountIds, evidence: { ledger, checkpoints } }: Case): void {
  const limited = accountIds.get(accountName(LIMITED_ACCOUNT));
  if (limited === undefined) return;
  for (const { calls, taken } of [...checkpoints, ledger]) {
    const running = calls.filter(({ accountId, state }) => accountId === limited && state === 'held').length;
    const seen = () => `${running} calls at one time (${taken}), ${LIMITED_RATE.concurrent} allowed`;
    found.expect('D7', running <= LIMITED_RATE.concurrent, seen, limited);
  }
}

/** D3: a start gives back what a dead node held. It moves no money and ends nothing twice, and the next start finds nothing to do. */
function checkRecoveries(found: Findings, { evidence: { recoveries } }: Case): void {
  const money = ({ entries }: Ledger) => JSON.stringify(entries);
  const ends = ({ calls }: Ledger) =>
    new Map(calls.map(({ seq, epoch, state }) => [seq, `${epoch} ${state}`]));
  for (const [i, after] of recoveries.entries()) {
    const before = recoveries[i - 1];
    if (before === undefined) continue;
    found.expect('D3', money(before) === money(after), () => `start ${i} moved money`);
    const [was, is] = [ends(before), ends(after)];
    const changed = [...was].filter(
      ([seq, end]) => is.get(seq) !== end && !(i === 1 && end.endsWith('held')),
    );
    found.expect('D3', changed.length === 0, () => `start ${i} changed calls ${changed.join('; ')}`);
    const held = after.calls.filter(({ state }) => state === 'held').length;
    found.expect('D3', held === 0, () => `start ${i} left ${held} calls of a dead node held`);
  }
}

/** U6, U7: memory stays limited, even with compression bombs, endless bodies and callers that never read. */
function checkMemory(found: Findings, { evidence: { faults } }: Case): void {
  for (const { node, level = 0 } of faults.filter(({ kind }) => kind === 'memory'))
    found.expect('U6', level <= RSS_MB_MAX, () => `took ${level} MB`, node);
}

/** Phases that belong to another invariant than liveness. */
const PHASES: Record<string, string> = { exact: 'M2', limited: 'D7', exact_cap: 'M9', exact_gifts: 'M12' };

/**
 * Liveness: every start serves or exits, and after the faults all nodes recovered in time. Bursts with exact funds and limits were served
 * exactly as many calls.
 */
function checkPhases(found: Findings, { evidence: { faults } }: Case): void {
  for (const { kind, name, node, code, detail } of faults) {
    if (kind === 'ready' || (kind === 'kill' && name === 'late'))
      found.expect('LIVE', kind === 'ready', () => `a start ${detail}`, node);
    if (kind !== 'phase') continue;
    found.expect(PHASES[name ?? ''] ?? 'LIVE', code === 0, () => `${name}: ${detail}`, node);
  }
}
