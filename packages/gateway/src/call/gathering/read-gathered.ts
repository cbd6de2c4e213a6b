// Reads the question of a collection or a watch into a call: which list or batch it asks for, whether its key may, and at which price. It
// writes nothing.

import { hash } from 'node:crypto';
import { isUsable } from '../../domain/access/key.ts';
import { authorizeCall, authorizeGroup } from '../../domain/access/key-scope.ts';
import { type Failure, failure, invalid, isFailure } from '../../domain/failure.ts';
import { gatheringParty } from '../../domain/limiting/fair-share.ts';
import type { TraceIdentity } from '../../observe/trace-identity.ts';
import { type Purpose, purposePath } from '../../operations/gathered-paths.ts';
import { ALL_PLATFORMS, findAction, purposesOf } from '../../operations/index.ts';
import { unauthorized } from '../authenticate.ts';
import type { CallDeps } from '../call-deps.ts';
import { callWithFields, takeFields } from '../reading/chosen-fields.ts';
import { locate, saysByAddress } from '../reading/locate.ts';
import type { OperationTarget } from '../reading/operation-target.ts';
import { type ReadCall, readCall } from '../reading/read-call.ts';
import type { BatchTask, PageTask } from '../task.ts';
import type { GatherQuestion } from './gathered.ts';
import { keyOf } from './gathered-records.ts';

/** A page of a list, or a batch. */
export interface GatheredCall {
  /** With the path of the interactive route, by which answers are cached, and the price of the purpose. */
  call: ReadCall & { task: PageTask | BatchTask };
  /** The same with the path that it is billed as: for the ledger and the log. */
  billed: ReadCall;
  target: OperationTarget;
}

export interface GatheredQuestion extends GatherQuestion {
  requestId: string;
  /** Which of these keys (`platform:id`) the walk has delivered before. Absent where nothing is asked. */
  delivered?: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  trace?: TraceIdentity | null;
}

export async function readGathered(
  deps: CallDeps,
  question: GatheredQuestion,
  purpose: Purpose,
): Promise<GatheredCall | Failure> {
  const { holder } = question;
  const target = targetOf(question, purpose);
  if (isFailure(target)) return target;
  const refusal = isUsable(holder, deps.clock.nowMs()) ? authorizeGroup(holder, target.group) : unauthorized;
  if (refusal !== null) return refusal;
  const chosen = takeFields(target);
  if (isFailure(chosen)) return chosen;
  const caller = callerOf(question);
  const given = (chosen?.target ?? target) as OperationTarget;
  const located = saysByAddress(given) ? await locate(deps, caller, given) : given;
  if (isFailure(located)) return located;
  const read = readCall(deps, caller, withDelivered(located, question), (path) => purposePath(path, purpose));
  if (isFailure(read)) return read;
  const unfit = checkScope(deps, read) ?? checkTask(read, purpose);
  if (unfit !== null) return unfit;
  const party = gatheringParty(holder.account.id);
  const whole = chosen === null ? read : callWithFields(read, chosen.fields);
  const call = { ...whole, party, fingerprint: fingerprintOf(question) } as GatheredCall['call'];
  return { call, billed: { ...call, path: purposePath(call.path, purpose) }, target: located };
}

/** Rows know an item by its key, and platforms by its id. */
function withDelivered(asked: OperationTarget, { delivered }: GatheredQuestion): OperationTarget {
  const target = { ...asked, isGathered: true as const };
  if (delivered === undefined) return target;
  return {
    ...target,
    delivered: async (ids) => {
      const keys = new Map(ids.map((id) => [id, keyOf(target.platform, id)]));
      const known = await delivered([...new Set(keys.values())]);
      return new Set(ids.filter((id) => known.has(keys.get(id)!)));
    },
  };
}

/**
 * The id says which page of which collection, or which run of which watch, this is: it names the question. The size of a page may change
 * between two tries of one id, with the items that are left.
 */
const fingerprintOf = ({ requestId }: GatheredQuestion) => hash('sha256', requestId, 'base64url');

const PATH = /^\/api\/(u1)\/v1\/([^/]+)\/app\/([^/]+)$/;

function targetOf({ path, query }: GatherQuestion, purpose: Purpose): OperationTarget | Failure {
  const [, group, platform, action] = PATH.exec(path) ?? [];
  const called = action === undefined ? null : findAction(action);
  if (group === undefined || platform === undefined || called === null)
    return invalid(
      'path',
      'must be the path of a list in group u1, such as /api/u1/v1/library/app/search_video_v2',
    );
  if (platform === ALL_PLATFORMS)
    return invalid('path', `"${ALL_PLATFORMS}" cannot be collected or watched yet; name one platform`);
  const { operation } = called;
  const isOffered = purposesOf(operation).includes(purpose);
  if (!isOffered) return invalid('path', `must be the path of a list, which ${action} is not`);
  if (operation.shape !== 'page' && query.ids === undefined)
    return invalid(
      'path',
      `must be the path of a list; ${action} is collected with "ids" or "urls" instead of "query"`,
    );
  return { kind: 'operation', group: 'u1', platform, called, query: { ...query } };
}

function callerOf({ holder, requestId, trace = null }: GatheredQuestion) {
  const bounds = { ceilingMicros: null, quote: null, isDryRun: false };
  return { holder, requestId, requestIdChosen: false, takesGzip: false, twins: null, bounds, trace };
}

function checkScope(deps: CallDeps, { holder, platform, task }: ReadCall): Failure | null {
  const { enabled, except } = deps.settings().gathering;
  const isOff =
    !enabled || except.accounts.includes(holder.account.id) || except.platforms.includes(platform);
  if (isOff) return failure('FORBIDDEN', 'The operator has switched off collections and watches here.');
  return authorizeCall(holder, platform, task.operation);
}

const NOT_A_LIST = 'must be the path of a list; a look-up can be collected only by "ids", and not watched';

/** A cursor of a provider that was removed, and the page after the last one, end the walk. */
function checkTask({ task }: ReadCall, purpose: Purpose): Failure | null {
  if (task.kind === 'page' || (task.kind === 'batch' && purpose === 'collect')) return null;
  return task.kind === 'lost' ? task.failure : invalid('path', NOT_A_LIST);
}
