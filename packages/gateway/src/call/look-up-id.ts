// Owns the step from a short address of a video to its whole id, for operations that take nothing else: one look-up at the platform, before
// anything is held, and remembered for a while. It writes nothing and charges nothing.
import type { Lookup, Question } from '../connectors/connector.ts';
import { type Failure, failure, isFailure } from '../domain/failure.ts';
import { forgetThings } from './about.ts';
import { absence } from './absence.ts';
import { attempt } from './attempt.ts';
import type { CallDeps } from './call-deps.ts';
import type { ConnectedProvider } from './connected-provider.ts';
import { type Caller, isAble } from './read-call.ts';

/** As long as a short link may take. The call itself has not begun. */
const LOOK_UP_MS = 5_000;

const OPERATION = 'video.get';

/** The id, or why nobody knows it. */
export async function lookUpId(
  deps: CallDeps,
  caller: Caller,
  platform: string,
  name: string,
): Promise<{ id: string } | Failure> {
  const by = deps
    .settings()
    .platforms.get(platform)
    ?.find((one) => isAble(one, OPERATION, platform));
  if (by === undefined)
    return failure('OPERATION_NOT_SUPPORTED', 'No provider of this platform can look up a short address.');
  const found = { by, platform, kind: 'video' as const, name };
  const known = deps.foundNames.idOf(found);
  if (known !== null) return { id: known };
  const place = deps.freeAnswers.take(caller.holder.account.id);
  if (isFailure(place)) return place;
  const said = await ask(deps, caller, by, { platform, name }).finally(place.leave);
  if (!isFailure(said)) deps.foundNames.learn(found, said.id);
  return said;
}

async function ask(
  deps: CallDeps,
  { holder, requestId }: Caller,
  by: ConnectedProvider,
  { platform, name }: { platform: string; name: string },
): Promise<{ id: string } | Failure> {
  const question: Question & { id: string } = { platform, wantsRaw: false, id: name };
  const onBehalfOf = holder.account.id;
  const time = { operation: OPERATION, leftMs: LOOK_UP_MS, cancel: null, onBehalfOf, requestId };
  const lookup = by.connector.operations[OPERATION] as unknown as Lookup;
  const { result } = await attempt(deps, by, lookup, question, time);
  if (result.kind !== 'exchanged')
    return failure(
      'UPSTREAM_BUSY',
      'The platform does not say right now which video this short address means.',
      {
        retryAfterMs: RETRY_MS,
      },
    );
  const { said } = result;
  if (said.kind !== 'absent') return { id: said.record.id };
  forgetThings(deps, platform, [deps.things.numberOf('video', platform, name)]);
  return absence('VIDEO_NOT_FOUND', said, { platform, ask: { id: name } }).failure;
}

/** A platform that fails once often answers a moment later. */
const RETRY_MS = 1_000;
