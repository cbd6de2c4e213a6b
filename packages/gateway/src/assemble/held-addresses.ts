// Takes the addresses of both listeners before a start opens its ledger. So a second start on a machine, perhaps of a newer release, ends
// before it migrates.
import type { Config, ListenAddress } from '../config/config.ts';
import type { Clock, RandomBytes } from '../domain/clock.ts';
import { DOCS_PAGE, relativeDocs } from '../http/answers/problem.ts';
import { listenWhileStarting, type StartingListener } from '../http/connections/starting-listener.ts';
import { boundHostOf } from './servers.ts';

export interface HeldAddresses {
  public: StartingListener;
  admin: StartingListener;
  /** Gives both back. */
  close(): Promise<void>;
}

const NOT_HELD: StartingListener = { close: async () => {} };

/** Rejects when an address is taken. Workers hold none: another worker may serve there. */
export async function holdAddresses(
  { service }: Config,
  { clock, random }: { clock: Clock; random: RandomBytes },
): Promise<HeldAddresses> {
  const hold = ({ host, port }: ListenAddress, page: string) => {
    const about = { serviceName: service.name, docs: relativeDocs(page), clock, random };
    // The system chooses a free port for 0.
    return port === 0 ? NOT_HELD : listenWhileStarting({ host: boundHostOf(host), port }, about);
  };
  const first = await hold(service.public, DOCS_PAGE.public);
  try {
    return heldOf(first, await hold(service.admin, DOCS_PAGE.admin));
  } catch (error) {
    await first.close();
    throw error;
  }
}

export const noneHeld = (): HeldAddresses => heldOf(NOT_HELD, NOT_HELD);

function heldOf(callers: StartingListener, operators: StartingListener): HeldAddresses {
  const close = async () => {
    await Promise.all([callers.close(), operators.close()]);
  };
  return { public: callers, admin: operators, close };
}
