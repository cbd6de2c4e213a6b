// Every bound of the upstream client, each with its reason. An upstream is hostile until proven otherwise: everything that it can
// make long, large, many or slow has a bound here.
import { KB } from '../domain/limits.ts';

const MB = 1024 * KB;

// Bodies.
export const UPSTREAM_BODY_BYTES_MAX = 8 * MB; // Decoded. The largest real search pages are below 2 MB.
export const GZIP_RATIO_MAX = 100; // JSON rarely passes 30:1; a bomb reaches 1000:1.
export const GZIP_RATIO_FROM_BYTES = 64 * KB; // Below this size a ratio means nothing and does no harm.
export const BODY_PIECES_MAX = 100_000; // 8 MB in packets are 6,000; 8 MB in chunks of one byte take 7 s of one core.
export const ANSWER_BYTES_MAX = 10 * MB; // With head, chunk lines and trailers, as received.
export const BODY_BYTES_FIRST = 16 * KB; // Most answers fit in two doublings of this.
export const BODIES_BYTES_PER_CALL = MB; // All bodies of one provider together, times its calls in flight.
export const BODIES_BYTES_MIN = 2 * UPSTREAM_BODY_BYTES_MAX; // So that a low in-flight limit still lets a full body through.
export const REQUEST_BODY_BYTES_MAX = 256 * KB; // Connectors send small JSON or forms.

// Heads.
export const RESPONSE_HEAD_BYTES_MAX = 16 * KB; // Node's default; real heads are below 4 KB.
export const RESPONSE_HEADERS_MAX = 200; // 16 KB of one-letter names would be thousands of objects.
export const INFORMATIONAL_MAX = 8; // Early hints come once or twice; more is a flood.
export const REQUEST_URL_CHARS_MAX = 8 * KB; // The longest that common servers accept.

// Connections.
export const CONNECT_TIMEOUT_MS = 3_000; // One lost SYN is repeated after a second; after two the host is unreachable.
export const TUNNEL_TIMEOUT_MS = 10_000; // For a proxy to reach its target; proxies with changing addresses are slow.
export const IDLE_MS = 4_000; // PeerTube and plain Node servers close after 5 s; we must close first.
export const IDLE_MS_MAX = 30_000; // When the peer promises longer; load balancers and NAT forget a connection soon after.
export const IDLE_MARGIN_MS = 1_000; // Subtracted from the peer's promise, for the round trip.
// When a peer sends unexpected bytes after an answer, TCP may delay them until our delayed acknowledgement of that answer (40
// ms), which a new request would carry at once. The round-trip time is added to this.
export const QUIET_MS = 50;
// Resting connections per busy one. A place that is answered in 5 ms, sooner than any platform over the internet, uses ten of
// them during one rest; with fewer, every call would need a fresh connection (0.4 ms of CPU).
export const RESTING_PER_PLACE = 10;
export const RESTING_MAX = 1_000; // Per provider, whatever its places: 10,000 calls per second resting 100 ms each.
export const ADDRESSES_MAX = 16; // Addresses of one name; connecting tries them in turn.
export const REDIRECTS_MAX = 5;
export const REDIRECTS_UNEXPECTED_MAX = 2; // A missing slash, and a language: more is a loop.
export const CLIENTS_MAX = 256; // Providers times their recent policies; an unused one holds no socket.

// Waiting.
export const IN_FLIGHT_DEFAULT = 60; // 50, the default number of concurrent calls of a key, and the places kept available beside them.
export const IN_FLIGHT_FLOOR = 4; // An overloaded provider still gets enough to show that it recovered.
// Each party holds at most this many times the places that are still available after it: alone 50 of 60 or 3 of 4, two parties 27
// each. Fewer kept places would be used up at once when a few other parties come; more would slow a party that is alone.
export const HELD_PER_FREE_PLACE = 5;
export const SHARED_PLACES_MIN = 4; // Of two or three places, keeping one available would cost more than it is worth.
export const PARTIES_IDLE_MAX = 1_000; // Parties whose mean latencies are remembered; a forgotten one counts with the mean of all.
export const OVERLOAD_FACTOR = 0.7; // Per round trip: after three of them about a third is left.
export const MEAN_WEIGHT = 0.1; // Weight of the latest request in a moving mean: about the last twenty count.
export const PLACE_WAIT_MS_MAX = 2_000; // Wait for a place in flight: a longer queue serves no request sooner, and all later.
export const COLD_WAITING_PER_PLACE = 4; // Queue length per place before the provider's latency is known.
export const WAITING_MAX = 1_000; // Per provider. With the default in-flight limit, more could not be served in time.
export const TURN_LEFT_MS_MIN = 10; // A request whose turn comes later than this before its deadline could not be answered anyway.
export const BURST_SECONDS = 0.1; // So that no second ever has more than 1.1 times the limit.
