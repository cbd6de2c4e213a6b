// Five simulated platforms for a search over all of them: two with many videos, one with few, one that refuses everything and one that
// never answers. Their behaviour does not depend on time.
import { PlatformServer } from './platform-server.ts';
import { simulations } from './platforms/index.ts';

/** Number of videos of each; all match any keyword. */
const TOTALS = { dailymotion: 45, vimeo: 60, archive: 3, commons: 50, pexels: 50 };
type ManyName = keyof typeof TOTALS;
export const MANY_NAMES = Object.keys(TOTALS) as ManyName[];
export const REFUSING: ManyName = 'commons';
export const HANGING: ManyName = 'pexels';
const BAD: readonly ManyName[] = [REFUSING, HANGING];
/** Timeout for the platform that never answers. The others have as long as a call may take. */
const HANGING_TIMEOUT_MS = 300;

export class ManyPlatforms {
  readonly #servers = new Map<ManyName, PlatformServer>();

  async start(): Promise<void> {
    for (const name of MANY_NAMES) {
      const server = new PlatformServer(simulations.find(({ connector }) => connector === name)!);
      server.total = TOTALS[name];
      await server.start();
      this.#servers.set(name, server);
    }
    this.#servers.get(REFUSING)!.always = { status: 403, body: '{}' };
    this.#servers.get(HANGING)!.held = new Promise(() => {});
  }

  /** As in reelgate.yaml; each platform has the name of its connector. */
  providers(): Record<string, object> {
    const shared = { allow_private: true, requests_per_second: 10_000, in_flight_max: 10_000 };
    const entries = [...this.#servers].map(([name, { url, simulation }]) => {
      const timeout = name === HANGING ? { timeout_ms: HANGING_TIMEOUT_MS } : {};
      return [name, { connector: name, base_url: url, ...shared, ...timeout, ...simulation.settings }];
    });
    return Object.fromEntries(entries);
  }

  /** The ids that a caller who reads to the end has seen of a platform, in its order. */
  deliveredBy(name: ManyName): string[] {
    const { simulation, total } = this.#servers.get(name)!;
    if (BAD.includes(name)) return [];
    return Array.from({ length: simulation.reachable(total) }, (_, n) => simulation.idOf(n));
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#servers.values()].map((server) => server.stop()));
  }
}
