import { expect, test } from 'vitest';
import { systemClock, systemRandom } from '../domain/clock.ts';
import { silentLog } from '../observe/log.ts';
import { createServer, PUBLIC_TIMES } from './server.ts';

test.each(['10.0.0.0/8', 'loopback', 'proxy.local'])(
  '%s is no exact address, so it is refused as a proxy',
  (proxy) => {
    const create = () =>
      createServer(
        {
          serviceName: 'reelgate',
          clock: systemClock,
          random: systemRandom,
          log: silentLog,
          trustProxy: [proxy],
          connectionsMax: 10,
          draining: () => false,
        },
        PUBLIC_TIMES,
      );
    expect(create).toThrow('exact addresses');
  },
);
