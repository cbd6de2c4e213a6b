import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { reloadQueries } from './use-change.ts';

test('a read that was on its way during a change is made again: the page shows what came after the change', async () => {
  const queries = new QueryClient();
  let stored = 'before';
  const answers: ((value: string) => void)[] = [];
  const shown: (string | undefined)[] = [];
  const observer = new QueryObserver<string>(queries, {
    queryKey: ['key'],
    queryFn: () => {
      const read = stored;
      return new Promise((resolve) => answers.push(() => resolve(read)));
    },
  });
  const stop = observer.subscribe(({ data }) => shown.push(data));
  stored = 'after';
  reloadQueries(queries);
  await expect.poll(() => answers.length).toBe(2);
  for (const answer of answers) answer('');
  await expect.poll(() => shown.at(-1)).toBe('after');
  expect(shown).not.toContain('before');
  stop();
});
