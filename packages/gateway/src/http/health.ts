// Answers the two questions of a supervisor: is the process alive, and is it ready for traffic. Neither needs a key,
// so storage is asked at most once per READY_KEPT_MS, however often they are called.
import type { Clock } from '../domain/clock.ts';
import { type Failure, failure } from '../domain/failure.ts';
import type { Server } from './server.ts';

/** Why a node takes no calls although its ledger can commit. Its message is shown in the answer. */
export class NotReady extends Error {
  override name = 'NotReady';
}

interface HealthRouteDeps {
  clock: Clock;
  /** Resolves when storage can commit; rejects when it cannot, or with `NotReady`. */
  ready(): Promise<void>;
  draining(): boolean;
}

/** Fresh enough for a load balancer, and at most four commits per second. */
const READY_KEPT_MS = 250;
/** A storage that takes longer than this counts as not ready. */
const READY_WAIT_MS = 2_000;

async function askStorage({ ready }: HealthRouteDeps): Promise<Failure | null> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('storage did not answer')), READY_WAIT_MS);
  try {
    await Promise.race([ready(), late]);
    return null;
  } catch (error) {
    const why = error instanceof NotReady ? error.message : 'Storage cannot commit.';
    return failure('STORAGE_UNAVAILABLE', why, { retryAfterMs: READY_WAIT_MS });
  } finally {
    clearTimeout(timer);
  }
}

/** Requests at the same time, or shortly after, share one check. */
function createReadiness(deps: HealthRouteDeps): () => Promise<Failure | null> {
  const { clock } = deps;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let answer: Promise<Failure | null> = Promise.resolve(null);
  return () => {
    if (clock.monotonicMs() - askedAtMs > READY_KEPT_MS) {
      askedAtMs = clock.monotonicMs();
      answer = askStorage(deps);
    }
    return answer;
  };
}

export function serveHealth({ app, answers }: Server, deps: HealthRouteDeps): void {
  const readiness = createReadiness(deps);
  // Some monitors send HEAD.
  const options = { exposeHeadRoute: true };
  app.get('/livez', options, async (_request, reply) => answers.object(reply, 200, { status: 'live' }));
  app.get('/readyz', options, async (_request, reply) => {
    const refusal = deps.draining()
      ? failure('STORAGE_UNAVAILABLE', 'The process is stopping.')
      : await readiness();
    return refusal === null
      ? answers.object(reply, 200, { status: 'ready' })
      : answers.failure(reply, refusal);
  });
}
