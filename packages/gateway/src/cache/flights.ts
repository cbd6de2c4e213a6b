// Owns the sharing of work in flight: equal calls at one time wait for one call upstream. It keeps nothing once the work
// has ended. Whoever fills a cache does so within `start`, so that no call falls between the end of a flight and the cache.

export interface Joined<T> {
  promise: Promise<T>;
  /** True for the one whose `start` ran. */
  isLeader: boolean;
}

interface Flight<T> {
  promise: Promise<T>;
  followers: number;
}

/** As many as connections: a bound that only a mistake reaches. The next call then starts a flight for those after it. */
export const FOLLOWERS_MAX = 10_000;

export class Flights<T> {
  /** At most one per running call, which the number of connections bounds. */
  readonly #flights = new Map<string, Flight<T>>();
  #followersTotal = 0;

  /** The promise is the same for all who joined: a rejection, which is a bug, reaches each of them. */
  join(key: string, start: () => Promise<T>): Joined<T> {
    const flight = this.#flights.get(key);
    if (flight !== undefined && flight.followers < FOLLOWERS_MAX) {
      flight.followers++;
      this.#followersTotal++;
      return { promise: flight.promise, isLeader: false };
    }
    return { promise: this.#lead(key, start()), isLeader: true };
  }

  /** Flights under way. */
  get count(): number {
    return this.#flights.size;
  }

  /** Calls that were spared their own work, since the start. */
  get followersTotal(): number {
    return this.#followersTotal;
  }

  #lead(key: string, promise: Promise<T>): Promise<T> {
    const flight = { promise, followers: 0 };
    this.#flights.set(key, flight);
    // A full flight is replaced by the next one, which then must not be taken away.
    const land = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    promise.then(land, land);
    return promise;
  }
}
