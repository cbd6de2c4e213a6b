// A client with a scripted network and a fake clock.
import { inspect } from 'node:util';
import { isReelgateError, Reelgate, type ReelgateError, type ReelgateOptions } from '../index.ts';
import { HastyClock } from './hasty-clock.ts';
import { type Asked, type Reply, scriptedFetch } from './scripted-fetch.ts';

export const KEY = 'rgk_live_secret';

export function client(replies: ((asked: Asked) => Reply)[], options: Partial<ReelgateOptions> = {}) {
  const clock = new HastyClock();
  const { fetch, asked } = scriptedFetch(...replies);
  const reelgate = new Reelgate({
    apiKey: KEY,
    baseUrl: 'https://gateway.example',
    fetch,
    clock,
    ...options,
  });
  const ids = () => asked.map(({ headers }) => headers.get('x-reelgate-request-id'));
  return { reelgate, asked, ids, clock };
}

export const cut = () => new TypeError('terminated', { cause: { code: 'UND_ERR_SOCKET' } });
export async function failure(work: PromiseLike<unknown>): Promise<ReelgateError> {
  const error = await Promise.resolve(work).then(
    () => null,
    (thrown) => thrown,
  );
  if (!isReelgateError(error)) throw new Error(`expected a ReelgateError: ${inspect(error)}`);
  return error;
}
