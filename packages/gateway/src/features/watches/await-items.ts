// Long polling on the items of a watch. The commit that delivers items also writes an event of the account, so the waiters of events, with
// their limits, serve here too.
import { type Failure, isFailure } from '../../domain/failure.ts';
import type { Watch } from '../../domain/gathering/watch.ts';
import type { AccountDeps } from '../../verb/deps.ts';
import type { WhenLeft } from '../../verb/verb.ts';

type WaitDeps = Pick<AccountDeps, 'storage' | 'clock' | 'waitForEvents'>;

/** Resolves when the watch has an item after this number, or when the time is over. */
export async function awaitItems(
  { storage, clock, waitForEvents }: WaitDeps,
  { id, accountId }: Watch,
  { after, waitMs, whenLeft }: { after: number; waitMs: number; whenLeft?: WhenLeft | undefined },
): Promise<Failure | null> {
  const untilMs = clock.monotonicMs() + waitMs;
  const position = { id, accountId };
  for (;;) {
    // Read before the watch: an event between the two reads ends the wait at once.
    const heads = await storage.events.heads({ streams: [accountId] });
    const watch = await storage.watches.find(position);
    const leftMs = untilMs - clock.monotonicMs();
    if (watch === null || watch.items > after || watch.state === 'ended' || leftMs <= 0) return null;
    const awaited = { stream: accountId, after: heads[accountId] ?? 0, waitMs: leftMs, whenLeft };
    const refusal = await waitForEvents(awaited);
    if (isFailure(refusal)) return refusal;
    // The waiters give up earlier than a caller may ask for, and at once when the process shuts down.
    const head = (await storage.events.heads({ streams: [accountId] }))[accountId] ?? 0;
    if (head <= awaited.after) return null;
  }
}
