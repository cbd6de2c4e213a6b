// Answers what `calls.open` would do: runs the same rules on a ledger in memory, which is then discarded.
import type { Micros } from '../../domain/money.ts';
import type { CallPreview, OpenCall } from './call-verb-types.ts';
import { type OpenCallAnswer, openCall } from './calls-open.ts';
import type { Ledger } from './ledger.ts';

export function previewCall(ledger: Ledger, input: Omit<OpenCall, 'twins'>): CallPreview {
  const account = ledger.accounts.get(input.accountId);
  const balanceMicros = (account?.balanceMicros ?? 0) as Micros;
  const availableMicros = (balanceMicros - (account?.heldMicros ?? 0)) as Micros;
  const funds = { balanceMicros, availableMicros };
  const result = openCall(ledger, { ...input, answerKnown: true }) as Exclude<
    OpenCallAnswer,
    { kind: 'twin' }
  >;
  if (result.kind === 'replay') return { kind: 'replays', ...funds };
  if (result.kind !== 'opened') return result;
  const { priceMicros } = ledger.call(input.accountId, input.requestId)!;
  const { free, terms } = result;
  const price = { priceMicros: priceMicros as Micros, isFree: free !== undefined, ...(terms && { terms }) };
  return { kind: 'opens', ...price, ...funds };
}
