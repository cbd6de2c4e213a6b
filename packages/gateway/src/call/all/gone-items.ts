// A walk over many platforms keeps items for its later pages, for up to a day. This leaves out items that a platform has reported
// as gone meanwhile, to this node or, through the shared cache, to any other.
import type { About } from '../../domain/thing-names.ts';
import type { ByteText } from '../../operations/byte-text.ts';
import { fetchedAtOf, thingOf } from '../../operations/video-record.ts';
import type { CallDeps } from '../call-deps.ts';
import type { FoundWalk } from './walk-state.ts';

type Deps = Pick<CallDeps, 'things' | 'gone' | 'sharedCache' | 'clock'>;

interface KeptItem {
  about: About;
  ageMs: number;
}

export async function withoutGone<Page extends Pick<FoundWalk, 'walk' | 'late'>>(
  deps: Deps,
  page: Page,
): Promise<Page> {
  const { legs } = page.walk;
  const kept = [
    ...legs.flatMap(({ unread }) => unread.map(({ value }) => value)),
    ...[...page.late.values()].flatMap(({ items }) => items),
  ];
  if (kept.length === 0 || (deps.gone.turn === 0 && deps.sharedCache === null)) return page;
  const gone = await goneAmong(
    deps,
    kept.map(({ bytes }) => bytes),
  );
  if (gone.size === 0) return page;
  const isThere = ({ bytes }: { bytes: ByteText }) => !gone.has(bytes);
  const left = legs.map((leg) => ({ ...leg, unread: leg.unread.filter(({ value }) => isThere(value)) }));
  const late = [...page.late].map(
    ([name, came]) => [name, { ...came, items: came.items.filter(isThere) }] as const,
  );
  return { ...page, walk: { ...page.walk, legs: left }, late: new Map(late) };
}

async function goneAmong(deps: Deps, all: readonly ByteText[]): Promise<ReadonlySet<ByteText>> {
  const items = new Map(all.map((bytes) => [bytes, keptItem(deps, bytes)]));
  const names = [...items.values()].flatMap(({ about }) => about);
  // When the shared cache does not answer, only the reports to this node count.
  const elsewhere = (await deps.sharedCache?.goneAmong(names)) ?? new Map<number, number>();
  const isGone = ({ about, ageMs }: KeptItem) =>
    deps.gone.isAnyWithin(about, ageMs) ||
    about.some((name) => (elsewhere.get(name) ?? Number.POSITIVE_INFINITY) <= ageMs);
  return new Set([...items].filter(([, item]) => isGone(item)).map(([bytes]) => bytes));
}

function keptItem({ things, clock }: Deps, bytes: ByteText): KeptItem {
  const { platform, thing } = thingOf(bytes);
  return {
    about: things.aboutOf(platform, [thing]),
    ageMs: Math.max(0, clock.nowMs() - Date.parse(fetchedAtOf(bytes))),
  };
}
