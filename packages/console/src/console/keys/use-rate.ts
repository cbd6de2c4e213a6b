// Writes a rate limit, of an account or of a key: how many requests in how many seconds, and how many at once.
import type { Key } from '../../api/api-types.ts';
import { useFormat } from '../../shell/use-format.ts';
import { useKeysText } from './text.ts';

export function useRate(): (rate: NonNullable<Key['rate']>) => string {
  const text = useKeysText();
  const { count } = useFormat();
  return ({ requests, per_seconds, concurrent }) =>
    text.rateOf({
      requests: count(requests),
      per_seconds: count(per_seconds),
      concurrent: count(concurrent),
    });
}
