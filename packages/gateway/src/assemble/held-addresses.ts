// Takes the addresses of both listeners before a start opens its ledger. So a second start on a machine, perhaps of a newer release, ends
// before it migrates.
import type { Config } from '../config/config.ts';
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

interface Drawn {
  clock: Clock;
  random: RandomBytes;
}

/** Rejects when an address is taken. Workers hold none: another worker may serve there. */
export async function holdAddresses({ service }: Config, drawn: Drawn): Promise<HeldAddresses> {
  const first = await holdAddress(service, 'public', drawn);
  try {
    return heldOf(first, await holdAddress(service, 'admin', drawn));
  } catch (error) {
    await first.close();
    throw error;
  }
}

export async function holdAddress(
  service: Config['service'],
  listener: 'public' | 'admin',
  drawn: Drawn,
): Promise<StartingListener> {
  const { host, port } = service[listener];
  const about = { serviceName: service.name, docs: relativeDocs(DOCS_PAGE[listener]), ...drawn };
  // The system chooses a free port for 0.
  return port === 0 ? NOT_HELD : listenWhileStarting({ host: boundHostOf(host), port }, about);
}

export const noneHeld = (): HeldAddresses => heldOf(NOT_HELD, NOT_HELD);

function heldOf(callers: StartingListener, operators: StartingListener): HeldAddresses {
  const close = async () => {
    await Promise.all([callers.close(), operators.close()]);
  };
  return { public: callers, admin: operators, close };
}
