// Shares work in flight: equal concurrent calls wait for one call upstream. It keeps nothing once the work has ended. A cache
// must be filled within `land`, so that no call falls between the end of a flight and the cache.

interface Joined<T> {
  promise: Promise<T>;
  /** True for the caller whose `start` ran. */
  isLeader: boolean;
}

interface Flight<T> {
  promise: Promise<T>;
  followers: number;
}

/** As many as connections: only a bug reaches this bound. The next call then starts a new flight for later ones. */
export const FOLLOWERS_MAX = 10_000;

export class Flights<T> {
  /** At most one per running call, which the number of connections bounds. */
  readonly #flights = new Map<string, Flight<T>>();
  #followersTotal = 0;

  /** All that joined get the same promise: a rejection, which is a bug, reaches each of them. */
  join<S>(key: string, start: () => Promise<S>, land: (made: S) => T): Joined<T> {
    const flight = this.#flights.get(key);
    if (flight !== undefined && flight.followers < FOLLOWERS_MAX) {
      flight.followers++;
      this.#followersTotal++;
      return { promise: flight.promise, isLeader: false };
    }
    return { promise: this.#lead(key, start(), land), isLeader: true };
  }

  /** Flights in progress. */
  get count(): number {
    return this.#flights.size;
  }

  /** Calls that shared another call's work, since the start. */
  get followersTotal(): number {
    return this.#followersTotal;
  }

  #lead<S>(key: string, work: Promise<S>, land: (made: S) => T): Promise<T> {
    // A full flight is replaced by the next one, which must not be removed here.
    const end = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    const promise = work.then(
      (made) => {
        end();
        return land(made);
      },
      (bug: unknown) => {
        end();
        throw bug;
      },
    );
    const flight: Flight<T> = { promise, followers: 0 };
    this.#flights.set(key, flight);
    return promise;
  }
}
