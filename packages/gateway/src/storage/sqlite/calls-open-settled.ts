// Owns the verb `calls.openSettled`: both ends of a call whose answer was at hand before it was paid for. It is `open` and
// `settle` in one transaction, so it can have no rules of its own and leaves no hold behind.
import type { OpenSettledCall, OpenSettledResult } from '../storage.ts';
import { openCall } from './calls-open.ts';
import { settleCall } from './calls-resolve.ts';
import type { VerbContext } from './verb-context.ts';

export function openSettledCall(context: VerbContext, input: OpenSettledCall): OpenSettledResult {
  const opened = openCall(context, input);
  if (opened.kind !== 'opened') return opened;
  const { chargedMicros, source, answer } = input;
  const settled = settleCall(context, { hold: opened.hold, chargedMicros, source, attempts: [], answer });
  if (settled.kind === 'lost') throw new Error('a hold was lost inside its own transaction');
  return { ...settled, rate: opened.rate };
}
