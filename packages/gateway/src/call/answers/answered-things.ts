// Which things an answer is about, and what happens when a platform reports that one of them is gone: no kept answer about it is
// given again, under any of its names, in this process and in the cache that nodes share.
import type { Keep } from '../../cache/answer-cache.ts';
import { keepFor } from '../../cache/cache-policy.ts';
import type { ParsedRecord } from '../../connectors/connector.ts';
import type { Failure, FailureCode } from '../../domain/failure.ts';
import type { About, NamedThing, ThingKind } from '../../domain/thing-names.ts';
import type { RecordForm } from '../../operations/operation.ts';
import type { CallDeps } from '../call-deps.ts';
import type { AskedThing } from '../task.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';

/** The parameters that name a thing, by its kind. */
const NAMED_BY: Readonly<Record<ThingKind, readonly string[]>> = {
  video: ['id'],
  author: ['author_id', 'handle'],
  comment: ['comment_id'],
  playlist: ['playlist_id'],
};

/** For each failure code: the kind of thing that is not there. */
const ABSENT: Partial<Record<FailureCode, ThingKind>> = {
  VIDEO_NOT_FOUND: 'video',
  AUTHOR_NOT_FOUND: 'author',
  COMMENT_NOT_FOUND: 'comment',
  PLAYLIST_NOT_FOUND: 'playlist',
};

/** The numbers of all things in an answer with these records. A record may name a thing differently from the caller. */
export function aboutRecords(
  { things: names, gone }: Pick<CallDeps, 'things' | 'gone'>,
  { platform, ask }: AskedThing,
  form: RecordForm,
  records: readonly ParsedRecord[],
): About {
  const things = records.flatMap((record) => form.things(record));
  const asked = (Object.keys(NAMED_BY) as ThingKind[]).flatMap((kind): NamedThing[] => {
    const name = askedName(ask, kind);
    if (name === undefined) return [];
    const same = things.find(([of]) => of === kind);
    if (same !== undefined) gone.learn(names.numberOf(kind, platform, name), names.aboutOf(platform, [same]));
    return [[kind, name]];
  });
  return names.aboutOf(platform, [...asked, ...things]);
}

function askedName(ask: AskedThing['ask'], kind: ThingKind): string | undefined {
  const parameter = NAMED_BY[kind].find((name) => ask[name] !== undefined);
  return parameter === undefined ? undefined : ask[parameter];
}

/** Forgets the thing that was asked for, if this failure is the platform's report that it is gone. */
export function forgetIfAbsent(
  deps: CallDeps,
  { platform, ask }: AskedThing,
  { code, reason }: Failure,
): void {
  const kind = reason === undefined ? undefined : ABSENT[code];
  const name = kind === undefined ? undefined : askedName(ask, kind);
  if (kind !== undefined && name !== undefined)
    forgetThings(deps, platform, [deps.things.numberOf(kind, platform, name)]);
}

/** Called after a platform itself reported that these things are gone. */
export function forgetThings(
  { gone, sharedCache, settings }: Pick<CallDeps, 'gone' | 'sharedCache' | 'settings'>,
  platform: string,
  things: About,
): void {
  if (things.length === 0) return;
  const names = gone.add(things);
  if (sharedCache === null) return;
  const { platforms, longestCache } = settings();
  const providers = platforms.get(platform) ?? [];
  const lifeMs = Math.max(0, ...providers.map((by) => longestMs(by, longestCache)));
  sharedCache.reportGone(names, { lifeMs, providers: providers.map(({ provider }) => provider.name) });
}

/** The longest time for which any answer of this provider may still be kept. */
function longestMs({ connector }: ConnectedProvider, route: Keep): number {
  const { freshMs, staleMs } = keepFor({ route, retention: connector.facts.retention, isEmpty: false });
  return freshMs + staleMs;
}
