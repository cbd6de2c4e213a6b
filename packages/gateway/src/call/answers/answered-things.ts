// Which things an answer is about, and what happens when a platform says that one of them is gone: nothing that is remembered about it is given
// again, under whichever name it is kept, in this process and in the cache that nodes share.
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
};

/** What is not there, by what the caller hears. */
const ABSENT: Partial<Record<FailureCode, ThingKind>> = {
  VIDEO_NOT_FOUND: 'video',
  AUTHOR_NOT_FOUND: 'author',
  COMMENT_NOT_FOUND: 'comment',
};

/** Everything that an answer with these records tells of. A record may give other names for what was asked than the caller did. */
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

/** Forgets the thing that was asked for, if this failure is a platform's word that it is not there. */
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

/** After a platform's own word that these things are not there. */
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
  sharedCache.tellGone(names, { lifeMs, providers: providers.map(({ provider }) => provider.name) });
}

/** As long as any answer of this provider may still be kept. */
function longestMs({ connector }: ConnectedProvider, route: Keep): number {
  const { freshMs, staleMs } = keepFor({ route, legal: connector.facts.cacheSeconds, isEmpty: false });
  return freshMs + staleMs;
}
