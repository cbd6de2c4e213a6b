// Leases of nodes on the rate limits of providers. They limit how fast providers are asked and move no money. All renewals lock one row
// first. The part of a node follows from what all nodes want and what the others have leased, so all parts together never exceed the
// limit. A lease that is not renewed expires.
import { fairShare } from '../../domain/limiting/fair-share.ts';
import type { Row } from '../steps/reading.ts';
import type { WriteMoment, Writing } from '../steps/writing.ts';

export interface LimitWanted {
  provider: string;
  /** Limit over all nodes, in thousandths of a request per second; null without one. */
  rateMost: number | null;
  rateWanted: number;
  /** Limit of concurrent requests over all nodes; null without one. */
  placesMost: number | null;
  placesWanted: number;
  /** Requests that this node has running now. Their places cannot be given up before they end. */
  placesHeld: number;
}

export interface LimitPart {
  provider: string;
  ratePart: number;
  placesPart: number;
}

/** The row that every renewal locks first. It belongs to no provider and no node. */
const TURN = '';

/**
 * `nodes`: the number of serving nodes. A node without a lease yet is assumed to want an equal part. Returns parts in the sequence of
 * `wanted`.
 */
export function* renewLeases(
  { nodes, lastsMs, wanted }: { nodes: number; lastsMs: number; wanted: readonly LimitWanted[] },
  { nowMs, node }: WriteMoment,
): Writing<LimitPart[]> {
  yield write(
    { provider: TURN, node: TURN, untilMs: 0 },
    { provider: TURN, ratePart: 0, placesPart: 0 },
    null,
  );
  yield { sql: `DELETE FROM provider_leases WHERE until_ms <= $1 AND provider <> ''`, values: [nowMs] };
  const rows = yield { sql: `SELECT * FROM provider_leases WHERE node <> $1 AND node <> ''`, values: [node] };
  const parts = wanted.map((want) => partOf(want, nodes, rows));
  for (const [i, part] of parts.entries()) {
    const at = { provider: part.provider, node, untilMs: nowMs + lastsMs };
    // Places of running requests stay leased until they end, even beyond the fair part. No new request may use them.
    const placesPart = Math.max(part.placesPart, wanted[i]!.placesMost === null ? 0 : wanted[i]!.placesHeld);
    yield write(at, { ...part, placesPart }, wanted[i]!);
  }
  return parts;
}

function partOf(want: LimitWanted, nodes: number, rows: readonly Row[]): LimitPart {
  const others = rows.filter(({ provider }) => provider === want.provider);
  const of = (kind: 'rate' | 'places', most: number | null, mine: number) => {
    const leased = others.map((row) => row[`${kind}_part`] as number);
    const wants = others.map((row) => row[`${kind}_wanted`] as number);
    return most === null ? 0 : leasable({ most, mine, nodes, leased, wants });
  };
  return {
    provider: want.provider,
    ratePart: of('rate', want.rateMost, want.rateWanted),
    placesPart: of('places', want.placesMost, want.placesWanted),
  };
}

interface Leasing {
  most: number;
  mine: number;
  nodes: number;
  leased: readonly number[];
  wants: readonly number[];
}

/**
 * The fair part, limited to what the other nodes have left. What cannot be divided goes to the first node that asks: its part may be
 * rounded up, but the whole places that are fair for others are left to them. So no place stays unused, and none is leased twice.
 */
function leasable({ most, mine, nodes, leased, wants }: Leasing): number {
  const unheard = Math.max(0, nodes - 1 - leased.length);
  const equal = most / (leased.length + 1 + unheard);
  const all = [mine, ...wants, ...Array.from({ length: unheard }, () => equal)];
  const left = all.slice(1).map((_, i) => Math.max(leased[i] ?? 0, Math.floor(fairShare(most, all, i + 1))));
  const free = most - left.reduce((sum, one) => sum + one, 0);
  return Math.max(0, Math.min(Math.ceil(fairShare(most, all, 0)), free));
}

function write(
  at: { provider: string; node: string; untilMs: number },
  part: LimitPart,
  want: LimitWanted | null,
) {
  return {
    sql: `INSERT INTO provider_leases (provider, node, rate_part, rate_wanted, places_part, places_wanted, until_ms)
          VALUES ($1, $2, $3, $4, $5, $6, $7)
          ON CONFLICT (provider, node) DO UPDATE SET
            rate_part = excluded.rate_part, rate_wanted = excluded.rate_wanted,
            places_part = excluded.places_part, places_wanted = excluded.places_wanted, until_ms = excluded.until_ms`,
    values: [
      at.provider,
      at.node,
      part.ratePart,
      want?.rateWanted ?? 0,
      part.placesPart,
      want?.placesWanted ?? 0,
      at.untilMs,
    ],
  };
}
