// Follows short links: one HEAD request per hop, over https, only to hosts of the link's own platform, within one
// deadline. Results are remembered for a while. It reads no body and sends nothing of the caller.
import type { AttemptFailure, UpstreamResponse } from '../connectors/connector.ts';
import type { Clock } from '../domain/clock.ts';
import { type Failure, failure } from '../domain/failure.ts';
import type { OnBehalfOf, Upstream, UpstreamPolicy } from '../upstream/upstream.ts';
import type { ResolvedAddress } from './address.ts';
import { isHostOfPlatform, NO_OWN_HOSTS, resolveAddress } from './resolve-address.ts';

/** From an app's link to a page of the site it takes one or two hops. */
const HOPS_MAX = 3;
/** For all hops together, in milliseconds: the caller also waits for its call. */
const HOPS_MS_MAX = 5_000;
/** What a link stands for hardly ever changes; an hour covers most repeats without keeping too many. */
const KEPT_MS = 3_600_000;
/** A dead link may be one that the platform has not published everywhere yet. */
const DEAD_KEPT_MS = 60_000;
/** Some 600 bytes each. */
const KEPT_MAX = 10_000;
/** Per host and process: platforms block clients that send much more. */
const REQUESTS_PER_SECOND = 10;
const IN_FLIGHT_MAX = 8;
const USER_AGENT = 'Reelgate (follows short links; one HEAD per link)';

interface Kept {
  found: ResolvedAddress;
  untilMs: number;
}

function ignore(): void {}

interface ShortLinkDeps {
  upstream: Pick<Upstream, 'send'>;
  clock: Clock;
}

export class ShortLinks {
  readonly #deps: ShortLinkDeps;
  /** By link, in the order in which they were resolved. */
  readonly #kept = new Map<string, Kept>();
  /** Requests for the same link at the same time share one answer. */
  readonly #asked = new Map<string, Promise<ResolvedAddress | Failure>>();
  readonly #policies = new Map<string, UpstreamPolicy>();

  constructor(deps: ShortLinkDeps) {
    this.#deps = deps;
  }

  /** What the link stands for; `unknown` without `needs` when it leads to nothing on its platform, told to `noteVain` when hosts were asked. */
  async follow(
    link: ResolvedAddress,
    onBehalfOf: OnBehalfOf,
    noteVain: (requests: number) => void = ignore,
  ): Promise<ResolvedAddress | Failure> {
    const name = link.canonical_url;
    if (link.needs !== 'hop' || name === null) return link;
    const kept = this.#kept.get(name);
    if (kept !== undefined && kept.untilMs > this.#deps.clock.monotonicMs()) return kept.found;
    const running = this.#asked.get(name);
    if (running !== undefined) return running;
    const asked = this.#ask(link, onBehalfOf, noteVain);
    this.#asked.set(name, asked);
    try {
      return await asked;
    } finally {
      this.#asked.delete(name);
    }
  }

  async #ask(
    link: ResolvedAddress,
    onBehalfOf: OnBehalfOf,
    noteVain: (requests: number) => void,
  ): Promise<ResolvedAddress | Failure> {
    const { clock } = this.#deps;
    const deadlineMs = clock.monotonicMs() + HOPS_MS_MAX;
    let found = link;
    let hop = 0;
    for (; found.needs === 'hop' && hop < HOPS_MAX; hop++) {
      const answer = await this.#head(found.canonical_url!, deadlineMs - clock.monotonicMs(), onBehalfOf);
      if (answer.kind !== 'response') return notFollowed(answer);
      if (isTrouble(answer.status))
        return notFollowed({ kind: 'unavailable', detail: `status ${answer.status}` });
      found = leadsTo(found, answer) ?? deadEnd(link);
    }
    if (found.needs === 'hop') found = deadEnd(link);
    if (found.kind === 'unknown') noteVain(hop);
    this.#keep(link.canonical_url!, found);
    return found;
  }

  #head(url: string, timeoutMs: number, onBehalfOf: OnBehalfOf): ReturnType<Upstream['send']> {
    const policy = this.#policyOf(new URL(url).origin);
    const headers = { 'user-agent': USER_AGENT };
    return this.#deps.upstream.send(
      { method: 'HEAD', url, headers },
      { timeoutMs, policy, cancel: null, onBehalfOf },
    );
  }

  /**
   * One policy object per origin, because the transport keeps its connections by it. There are as many as sites have
   * hosts.
   */
  #policyOf(origin: string): UpstreamPolicy {
    const known = this.#policies.get(origin);
    if (known !== undefined) return known;
    const policy: UpstreamPolicy = {
      provider: `short links of ${origin}`,
      origin,
      allowPrivate: false,
      requestsPerSecond: REQUESTS_PER_SECOND,
      inFlightMax: IN_FLIGHT_MAX,
      redirects: 'given',
      keepAlive: false,
      proxies: [],
    };
    this.#policies.set(origin, policy);
    return policy;
  }

  #keep(name: string, found: ResolvedAddress): void {
    this.#kept.delete(name);
    if (this.#kept.size >= KEPT_MAX) this.#kept.delete(this.#kept.keys().next().value as string);
    const isDead = found.kind === 'unknown';
    const untilMs = this.#deps.clock.monotonicMs() + (isDead ? DEAD_KEPT_MS : KEPT_MS);
    this.#kept.set(name, { found, untilMs });
  }
}

/** The platform fails or refuses us: the link may still be valid. */
function isTrouble(status: number): boolean {
  return status >= 500 || status === 429 || status === 403;
}

/** null when the answer leads nowhere, or to a host that is not the platform's. */
function leadsTo(
  { platform, canonical_url: from }: ResolvedAddress,
  answer: UpstreamResponse,
): ResolvedAddress | null {
  // Node reads header values as Latin-1; an address that is not ASCII is UTF-8.
  const location = Buffer.from(answer.headers.location ?? '', 'latin1').toString();
  const url = location === '' ? null : URL.parse(location, from ?? undefined);
  if (url === null || platform === null || !isHostOfPlatform(platform, url.host)) return null;
  return resolveAddress(url.href, NO_OWN_HOSTS);
}

function deadEnd(link: ResolvedAddress): ResolvedAddress {
  return { ...link, kind: 'unknown', needs: null };
}

function notFollowed({ kind, detail, retryMs }: AttemptFailure): Failure {
  const internal = `short link: ${kind}: ${detail}`;
  if (kind === 'timeout')
    return failure('UPSTREAM_TIMEOUT', 'The platform did not resolve this short link in time.', {
      internal,
    });
  return failure(
    'UPSTREAM_BUSY',
    'The platform does not resolve this short link right now. Try again later.',
    {
      internal,
      ...(retryMs !== undefined && { retryAfterMs: retryMs }),
    },
  );
}
