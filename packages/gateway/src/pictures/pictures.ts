// Fetches pictures for pages: over https, from public addresses only, small ones, and a few at a time. Fetched pictures are
// cached for a while. Only addresses that the gateway has sealed itself are fetched, and nothing about the reader is sent.
import { AnswerCache } from '../cache/answer-cache.ts';
import type { UpstreamResponse } from '../connectors/connector.ts';
import type { Clock } from '../domain/clock.ts';
import { type Failure, failure } from '../domain/failure.ts';
import { KB } from '../domain/limits.ts';
import type { Upstream, UpstreamPolicy } from '../upstream/upstream.ts';
import { imageTypeOf } from './image-type.ts';

/** A large thumbnail has 300 kB; a full-size photograph is too large for a grid. */
const PICTURE_BYTES_MAX = 2 * 1024 * KB;
/** About three hundred thumbnails. */
const KEPT_BYTES_MAX = 16 * 1024 * KB;
/** Browsers keep a picture for a day; this cache serves many readers of one page. */
const KEPT_MS = 600_000;
/** A missing picture is not requested again with every view of the page. */
const MISSING_KEPT_MS = 60_000;
const MISSING_BYTES = 64;
/** Over all readers in this process: two pages of a grid at once, and at most 128 MB of unread answers. */
const IN_FLIGHT_MAX = 16;
/** Content delivery networks redirect from one of their hosts to another, once or twice. */
const HOPS_MAX = 2;
const PICTURE_MS_MAX = 8_000;
const ORIGIN_IN_FLIGHT_MAX = 8;
const HEADERS = {
  accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
  'user-agent': 'Reelgate (pictures of search results)',
};

interface Picture {
  type: string;
  bytes: Uint8Array;
}

const noPicture = failure('NOT_FOUND', 'There is no such picture.');
const tooMany = failure('OVERLOADED', 'Too many pictures are being fetched.', { retryAfterMs: 1_000 });

export class Pictures {
  readonly #upstream: Pick<Upstream, 'send'>;
  readonly #clock: Clock;
  /** null for a missing picture. */
  readonly #kept: AnswerCache<Picture | null>;
  /** Fetches in progress: further requests for the same picture wait for the same answer. */
  readonly #asked = new Map<string, Promise<Picture | Failure>>();

  constructor({ upstream, clock }: { upstream: Pick<Upstream, 'send'>; clock: Clock }) {
    this.#upstream = upstream;
    this.#clock = clock;
    this.#kept = new AnswerCache(clock, () => KEPT_BYTES_MAX);
  }

  async find(url: string): Promise<Picture | Failure> {
    const kept = this.#kept.fresh(url);
    if (kept !== null) return kept.value ?? noPicture;
    const running = this.#asked.get(url);
    if (running !== undefined) return running;
    if (this.#asked.size >= IN_FLIGHT_MAX) return tooMany;
    const asked = this.#fetch(url);
    this.#asked.set(url, asked);
    try {
      return await asked;
    } finally {
      this.#asked.delete(url);
    }
  }

  async #fetch(first: string): Promise<Picture | Failure> {
    const deadlineMs = this.#clock.monotonicMs() + PICTURE_MS_MAX;
    let url: string | null = first;
    for (let hop = 0; url !== null && hop <= HOPS_MAX; hop++) {
      const answer = await this.#get(url, deadlineMs - this.#clock.monotonicMs());
      // The picture may be there in a moment, so nothing is cached.
      if (answer.kind !== 'response') return noPicture;
      if (answer.status < 300 || answer.status >= 400) return this.#keep(first, pictureIn(answer));
      url = nextOf(url, answer);
    }
    return this.#keep(first, null);
  }

  #get(url: string, timeoutMs: number): ReturnType<Upstream['send']> {
    const policy = policyOf(new URL(url).origin);
    return this.#upstream.send(
      { method: 'GET', url, headers: HEADERS, wantsBytes: true },
      { timeoutMs, policy, cancel: null, onBehalfOf: null },
    );
  }

  #keep(url: string, picture: Picture | null): Picture | Failure {
    const bytes = picture?.bytes.length ?? MISSING_BYTES;
    const freshMs = picture === null ? MISSING_KEPT_MS : KEPT_MS;
    this.#kept.put(url, picture, { bytes, freshMs, staleMs: 0 });
    return picture ?? noPicture;
  }
}

/** Guarded like every connection to a platform; each redirect to another host is a request of its own. */
function policyOf(origin: string): UpstreamPolicy {
  return {
    provider: `pictures of ${origin}`,
    origin,
    allowPrivate: false,
    requestsPerSecond: null,
    inFlightMax: ORIGIN_IN_FLIGHT_MAX,
    redirects: 'given',
    keepAlive: true,
    proxies: [],
  };
}

function pictureIn({ status, bytes }: UpstreamResponse): Picture | null {
  if (status !== 200 || bytes === undefined || bytes.length > PICTURE_BYTES_MAX) return null;
  const type = imageTypeOf(bytes);
  return type === null ? null : { type, bytes };
}

/** null when the redirect has no target, or one that is not https. */
function nextOf(from: string, { headers }: UpstreamResponse): string | null {
  const next = headers.location === undefined ? null : URL.parse(headers.location, from);
  return next?.protocol === 'https:' && next.username === '' ? next.href : null;
}
