// Invariants of what a platform does not show to everyone: a private video is in no answer, in no stored answer and in nothing that was
// collected or watched, and no call about it is charged.
import { isHidden, isOfOneVideo } from '../offers.ts';
import { type Case, isOk } from './evidence.ts';
import type { Findings } from './verdict.ts';

/** X1: the platform lists private videos beside public ones, marked as such, and none of them is delivered. */
export function checkHidden(found: Findings, { operations, calls, evidence: { ledger } }: Case): void {
  const look = (ids: readonly string[], where: string, ...about: (string | undefined)[]) => {
    for (const id of ids) found.expect('X1', !isHidden(id), () => `${id} is private, and ${where}`, ...about);
  };
  for (const { begin, end } of operations.filter(isOk)) {
    look(end?.ids ?? [], 'was sold', begin.account, begin.id);
    look(
      (end?.items ?? []).map(([, id]) => id),
      'was read',
      begin.account,
      begin.owner,
    );
  }
  for (const { callSeq, ids } of ledger.answers) look(ids, 'is kept as an answer', String(callSeq));
  for (const { owner, records } of ledger.gathered.found)
    look(
      records.map(([, id]) => id),
      'was gathered',
      owner,
    );
  for (const { account, id, rows, asked } of calls) {
    if (asked === null || !isOfOneVideo(asked.path) || !isHidden(asked.keyword)) continue;
    const isPaid = rows.some(({ state }) => state === 'settled');
    found.expect('X1', !isPaid, () => `a call about the private ${asked.keyword} was charged`, account, id);
  }
}
