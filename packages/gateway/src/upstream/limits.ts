// Owns every bound of the upstream client, each with its reason. An upstream is hostile until proven otherwise: what it
// can make long, large, many or slow has its number here.
import { KB } from '../domain/limits.ts';

const MB = 1024 * KB;

// Bodies.
export const UPSTREAM_BODY_BYTES_MAX = 8 * MB; // Decoded. The largest real search pages are below 2 MB.
export const GZIP_RATIO_MAX = 100; // JSON rarely passes 30:1; a bomb reaches 1000:1.
export const GZIP_RATIO_FROM_BYTES = 64 * KB; // Below this a ratio says nothing and harms nobody.
export const BODY_PIECES_MAX = 100_000; // 8 MB in packets are 6,000; 8 MB in chunks of one byte take 7 s of one core.
export const ANSWER_BYTES_MAX = 10 * MB; // With head, chunk lines and trailers, as it comes over the wire.
export const BODY_BYTES_FIRST = 16 * KB; // Most answers fit in two doublings of this.
export const LANE_BYTES_PER_CALL = MB; // All bodies of one provider together, times its calls in flight.
export const LANE_BYTES_MIN = 2 * UPSTREAM_BODY_BYTES_MAX; // So that a low in-flight limit still lets a full body through.
export const REQUEST_BODY_BYTES_MAX = 256 * KB; // Connectors send small JSON or forms.

// Heads.
export const RESPONSE_HEAD_BYTES_MAX = 16 * KB; // Node's default; real heads are below 4 KB.
export const RESPONSE_HEADERS_MAX = 200; // 16 KB of one-letter names would be thousands of objects.
export const INFORMATIONAL_MAX = 8; // Early hints come once or twice; more is a flood.
export const REQUEST_URL_CHARS_MAX = 8 * KB; // What common servers accept at most.

// Connections.
export const CONNECT_TIMEOUT_MS = 3_000; // One lost SYN is repeated after a second; two mean nobody is there.
export const TUNNEL_TIMEOUT_MS = 10_000; // For a proxy to reach its target; those that change their address are slow.
export const IDLE_MS = 4_000; // PeerTube and plain Node servers close after 5 s; we must be first.
export const IDLE_MS_MAX = 30_000; // When the peer promises longer; balancers and NAT forget soon after.
export const IDLE_MARGIN_MS = 1_000; // Taken off the peer's promise for the way there and back.
// A peer that sends something unasked after an answer may be made by TCP to wait for our delayed acknowledgement of
// that answer (40 ms), which a new request would bring at once. Added to this is the way there and back.
export const QUIET_MS = 50;
// Resting connections beside each one at work. A place that is answered in 5 ms, sooner than any platform over the
// internet, uses ten of them during one rest; with fewer, every call would need a fresh connection (0.4 ms of CPU).
export const RESTING_PER_PLACE = 10;
export const RESTING_MAX = 1_000; // Per provider, whatever its places: 10,000 calls per second resting 100 ms each.
export const ADDRESSES_MAX = 16; // Of one name; connecting tries them in turn.
export const REDIRECTS_MAX = 5;
export const REDIRECTS_UNEXPECTED_MAX = 2; // A slash that was missing, and a language: more is a circle.
export const LANES_MAX = 256; // Providers times policies of late; an unused lane holds no socket.

// Waiting.
export const IN_FLIGHT_DEFAULT = 60; // 50, as many as a key may have at one time by default, and what is kept beside them.
export const IN_FLIGHT_FLOOR = 4; // An overloaded provider still gets enough to show that it recovered.
// Each party holds at most so many times the places that are still free after it: alone 50 of 60 or 3 of 4, two of them 27
// each. Fewer kept places would be gone at once when a few others come; more would cost who is alone.
export const HELD_PER_FREE_PLACE = 5;
export const SHARED_PLACES_MIN = 4; // Of two or three places, one kept free would cost more than it is worth.
export const PARTIES_IDLE_MAX = 1_000; // Whose means are remembered; a forgotten one counts with the mean of all.
export const OVERLOAD_FACTOR = 0.7; // Per round trip: three of them come down to a third.
export const MEAN_WEIGHT = 0.1; // Of the latest request in a moving mean: some twenty of them are "of late".
export const PLACE_WAIT_MS_MAX = 2_000; // For a place in flight: a longer queue serves nobody sooner, and all later.
export const COLD_WAITING_PER_PLACE = 4; // Before it is known how long an answer takes.
export const WAITING_MAX = 1_000; // Per provider. At the default in-flight more could not be served in time.
export const TURN_LEFT_MS_MIN = 10; // Whose turn comes later than this before its deadline could not be answered anyway.
export const BURST_SECONDS = 0.1; // So that no second ever sees more than 1.1 times the limit.
