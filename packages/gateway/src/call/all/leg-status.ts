// What the report says about each leg of a search over many platforms, and the failure of a call to which no leg brought anything.
import type { Attempt } from '../../domain/call.ts';
import { type Failure, failure } from '../../domain/failure.ts';
import type { LegStatus } from '../../operations/all-report.ts';
import type { AwaitedLegs } from './await-legs.ts';
import type { LegEnd } from './leg-page.ts';
import type { WalkLeg } from './walk-state.ts';

export function legStatusOf(
  page: { disabled: ReadonlySet<string> },
  leg: WalkLeg,
  end: LegEnd | undefined,
  { shown, brought }: { shown: number; brought: number | null },
): LegStatus {
  if (leg.skipped !== null) return leg.skipped;
  if (page.disabled.has(leg.name)) return 'disabled';
  if (end?.kind === 'failed')
    return FAILED[end.failure.code] ?? (isUnreachable(end) ? 'unreachable' : 'failed');
  if (brought === 0) return leg.delivered > 0 && !leg.isLive ? 'ended' : 'empty';
  return shown === 0 && !leg.isLive && leg.unread.length === 0 ? 'ended' : 'ok';
}

/** No provider gave an answer that could be judged. */
function isUnreachable({ attempts }: { attempts: readonly Attempt[] }): boolean {
  return attempts.some(({ outcome }) => outcome === 'unavailable') && attempts.every(isSilent);
}

function isSilent({ outcome }: Attempt): boolean {
  return outcome === 'unavailable' || outcome === 'timeout' || outcome === 'cancelled';
}

const FAILED: Partial<Record<Failure['code'], LegStatus>> = {
  UPSTREAM_REFUSED: 'refused',
  UPSTREAM_TIMEOUT: 'timeout',
  UPSTREAM_BUSY: 'quota',
  OVERLOADED: 'quota',
  RATE_LIMITED: 'quota',
};

const tooLate = failure('UPSTREAM_TIMEOUT', 'No platform answered in time. Nothing was charged.');

/** The most frequent failure of the legs; among equals the first. */
export function commonest(
  { legs }: { legs: readonly { name: string }[] },
  { ended }: AwaitedLegs<LegEnd>,
): Failure {
  const failures = legs.map(({ name }) => {
    const end = ended.get(name);
    return end?.kind === 'failed' ? end.failure : tooLate;
  });
  const count = (code: string) => failures.filter((one) => one.code === code).length;
  const [first] = failures.toSorted((a, b) => count(b.code) - count(a.code));
  return first ?? tooLate;
}
