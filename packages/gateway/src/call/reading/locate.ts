// Replaces the `url` of a call by the platform and the id that it means. Nearly all addresses contain both. A short link is
// followed first, and a short address is looked up at the platform, before anything is held. This step writes nothing and charges
// nothing.
import type { ResolvedAddress } from '../../addresses/address.ts';
import { resolveAddress } from '../../addresses/resolve-address.ts';
import type { Absent, FoundRecord, Lookup, ParsedRecord, Question } from '../../connectors/connector.ts';
import { type Failure, failure, invalid, isFailure } from '../../domain/failure.ts';
import { ADDRESS_TEXT_CHARS_MAX } from '../../domain/limits.ts';
import { ANSWERED } from '../../health/health.ts';
import { ANY_PLATFORM, actionPath } from '../../operations/index.ts';
import type { ByAddress } from '../../operations/parameters.ts';
import { forgetThings } from '../answers/answered-things.ts';
import type { CallDeps } from '../call-deps.ts';
import { type AttemptMade, attempt } from '../trying/attempt.ts';
import { absence } from '../trying/attempt-failure.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';
import type { OperationTarget } from './operation-target.ts';
import { type Caller, type CallTarget, isAble } from './read-call.ts';

/** A call that names what it wants by a web address; its query was parsed. */
type AddressTarget = OperationTarget & { query: Record<string, string> };

/** True for few calls. All others skip this step without an await. */
export function saysByAddress(target: CallTarget): target is AddressTarget {
  if (target.kind !== 'operation' || isFailure(target.query)) return false;
  return target.platform === ANY_PLATFORM || target.query.url !== undefined;
}

export async function locate(
  deps: CallDeps,
  caller: Caller,
  target: AddressTarget,
): Promise<OperationTarget | Failure> {
  const { byAddress } = target.called.operation;
  if (byAddress === null) return withoutAddress(deps, target);
  const { url = '', ...query } = target.query;
  const unfit = checkAddress(url, query, byAddress);
  if (unfit !== null) return unfit;

  const address = asWanted(resolveAddress(url, deps.settings().addressBook.ownHosts), byAddress);
  const copy = copyInLibrary(deps, target, address);
  if (copy !== null) return { ...target, query: { [ID_PARAMETER[byAddress.kind]]: copy, ...query } };
  const platform = choosePlatform(deps, target, address);
  if (isFailure(platform)) return platform;
  if (address.needs === 'hop') return locateLink(deps, caller, { ...target, platform, query }, address);
  const names = namesIn(address, byAddress);
  if (isFailure(names)) return names;
  const located = { ...target, platform, query: { ...names, ...query } };
  return isShort(address, target)
    ? locateShort(deps, caller, { ...target, platform, query }, address)
    : located;
}

/** A video that is opened in a playlist names that playlist too: operations on playlists take it. */
function asWanted(address: ResolvedAddress, { kind }: ByAddress): ResolvedAddress {
  const { playlist_id: id, ...alt } = address.alt;
  if (kind !== 'playlist' || address.kind !== 'video' || id === undefined) return address;
  return { ...address, kind, id, alt, needs: null };
}

/** The address names a video by less than its id. `video.get` takes it as it is; other operations need the id. */
function isShort({ kind, needs }: ResolvedAddress, { called }: AddressTarget): boolean {
  return kind === 'video' && needs === 'lookup' && called.operation.name !== 'video.get';
}

/** An operation that takes no address refuses `url` like any unknown parameter. */
function withoutAddress(deps: CallDeps, target: AddressTarget): OperationTarget | Failure {
  if (target.platform !== ANY_PLATFORM) return target;
  // The clients write "any" when their caller names no platform.
  const known = [...deps.settings().platforms.keys()].join(', ');
  return failure(
    'PLATFORM_NOT_FOUND',
    `This call needs a platform, not "${ANY_PLATFORM}". Known platforms: ${known}.`,
  );
}

function checkAddress(url: string, others: Record<string, string>, { instead }: ByAddress): Failure | null {
  if (url.trim() === '') return invalid('url', 'must not be empty; or name a platform and an id instead');
  if (url.length > ADDRESS_TEXT_CHARS_MAX)
    return invalid('url', `must have at most ${ADDRESS_TEXT_CHARS_MAX} characters`);
  const other = instead.find((name) => others[name] !== undefined);
  return other === undefined ? null : invalid('url', `replaces "${other}": send only one of them`);
}

const ID_PARAMETER: Readonly<Record<ByAddress['kind'], string>> = {
  video: 'id',
  author: 'author_id',
  playlist: 'playlist_id',
};

/**
 * The library keeps what a downloader saved under the name of its site and its id there: `youtube:abc`. So the library finds a
 * record by its original address, where the library itself is asked and no platform serves that site. null in all other cases.
 */
function copyInLibrary(deps: CallDeps, target: AddressTarget, address: ResolvedAddress): string | null {
  const { platform, kind, id, needs } = address;
  if (platform === null || id === null || needs !== null || kind === 'author') return null;
  if (target.called.operation.byAddress?.kind !== kind || platform === target.platform) return null;
  const { platforms, addressBook } = deps.settings();
  if (addressBook.servedAs(address).length > 0) return null;
  const by = platforms.get(target.platform) ?? [];
  return by.some(({ connector }) => connector.name === 'library') ? `${platform}:${id}` : null;
}

/**
 * The platform of the path, when it serves such addresses. For `any`, the first platform that serves them and has this operation.
 */
function choosePlatform(deps: CallDeps, target: AddressTarget, address: ResolvedAddress): string | Failure {
  const { platforms, addressBook } = deps.settings();
  const isAny = target.platform === ANY_PLATFORM;
  // An unknown platform is refused later, by read-call.ts.
  if (!isAny && !platforms.has(target.platform)) return target.platform;
  if (address.platform === null) return unknownAddress(address);
  const served = addressBook.servedAs(address);
  if (served.includes(target.platform)) return target.platform;
  const { name } = target.called.operation;
  const chosen = served.find((one) => platforms.get(one)?.some((by) => isAble(by, name, one))) ?? served[0];
  if (chosen === undefined) return notServed(address.platform);
  const path = actionPath(target.group, chosen, target.called.name);
  return isAny ? chosen : invalid('url', `is an address of another platform: call ${path}`);
}

function unknownAddress({ alt }: ResolvedAddress): Failure {
  if (alt.host === undefined) return invalid('url', 'is not a web address, and contains none');
  const own = 'Hosts that anybody may run, such as those of PeerTube, are known where they are configured';
  return invalid('url', `is not an address of a platform that this gateway serves. ${own}`);
}

function notServed(platform: string): Failure {
  return failure('PLATFORM_NOT_FOUND', `The address is one of ${platform}, which is not served here.`);
}

/** The parameters that the operation needs, read from the address. The platform's own connector looks up a handle. */
function namesIn(
  { kind, id, alt }: ResolvedAddress,
  { kind: wanted }: ByAddress,
): Record<string, string> | Failure {
  if (kind !== wanted) return invalid('url', `is not the address of ${WANTED[wanted]}`);
  if (kind === 'playlist')
    return id === null ? invalid('url', 'does not contain the id of a playlist') : { playlist_id: id };
  if (kind === 'author') return id === null ? { handle: alt.handle ?? '' } : { author_id: id };
  return id === null ? invalid('url', 'does not contain the id of a video') : { id };
}

const WANTED: Readonly<Record<ByAddress['kind'], string>> = {
  video: 'a video',
  author: 'an author',
  playlist: 'a playlist',
};

async function locateShort(
  deps: CallDeps,
  caller: Caller,
  target: AddressTarget,
  address: ResolvedAddress,
): Promise<OperationTarget | Failure> {
  const found = await lookUpId(deps, caller, target.platform, address.id ?? '');
  return afterLink(caller, target, address, isFailure(found) ? found : { ...found });
}

async function locateLink(
  deps: CallDeps,
  caller: Caller,
  target: AddressTarget,
  address: ResolvedAddress,
): Promise<OperationTarget | Failure> {
  const { holder } = caller;
  const byAddress = target.called.operation.byAddress!;
  const place = deps.freeAnswers.take(holder.account.id);
  if (isFailure(place)) return place;
  const found = await deps.links.follow(address, holder.account.id).finally(place.leave);
  return afterLink(
    caller,
    target,
    address,
    isFailure(found) ? found : namesIn(asWanted(found, byAddress), byAddress),
  );
}

/**
 * Two uses of one request id must agree on the link, and not on what the link led to. So a paid call is replayed also while the
 * link cannot be followed.
 */
function afterLink(
  { requestIdChosen }: Caller,
  target: AddressTarget,
  address: ResolvedAddress,
  names: Record<string, string> | Failure,
): OperationTarget | Failure {
  const url = address.canonical_url ?? '';
  const said = [
    `url=${address.canonical_url}`,
    ...Object.entries(target.query).map((pair) => pair.join('=')),
  ];
  if (!isFailure(names))
    return { ...target, query: { ...names, ...target.query }, link: { url, said, failure: null } };
  return requestIdChosen ? { ...target, link: { url, said, failure: names } } : names;
}

/** As long as following a short link may take. The call's own deadline has not begun. */
const LOOK_UP_MS = 5_000;

const OPERATION = 'video.get';

/** The id, or the failure that the caller gets. */
async function lookUpId(
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
  const known = deps.knownIds.idOf(found);
  if (known !== null) return { id: known };
  const { id } = caller.holder.account;
  const place = deps.misses.refusal(id, 1) ?? deps.freeAnswers.take(id);
  if (isFailure(place)) return place;
  const said = await ask(deps, caller, by, { platform, name }).finally(place.leave);
  if (!isFailure(said)) deps.knownIds.learn(found, said.id);
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
  const { result, requests } = await attempt(deps, by, lookup, question, time);
  if (isInVain(result)) deps.misses.note(onBehalfOf, requests);
  if (result.kind !== 'exchanged')
    return failure(
      'UPSTREAM_BUSY',
      'The platform could not say which video this short address means. Nothing was charged; repeat the call.',
      {
        retryAfterMs: RETRY_MS,
      },
    );
  const { said } = result;
  if (said.kind !== 'absent') return { id: said.record.id };
  forgetThings(deps, platform, [deps.things.numberOf('video', platform, name)]);
  return absence('VIDEO_NOT_FOUND', said, { platform, ask: { id: name } }).failure;
}

/** The platform has no such video, or rejects the address. */
const isInVain = (result: AttemptMade<FoundRecord<ParsedRecord> | Absent>['result']) =>
  result.kind === 'exchanged'
    ? result.said.kind === 'absent'
    : ANSWERED.has(result.kind) || result.isOfInput === true;

/** Retry-After: a platform that fails once often answers a moment later. */
const RETRY_MS = 1_000;
