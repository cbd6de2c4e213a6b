import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { inBackground } from './in-background.ts';

test('a failure reaches the place that was named for it', async () => {
  const failed = Promise.withResolvers<unknown>();
  const lost = new Error('lost');
  inBackground(Promise.reject(lost), failed.resolve);
  expect(await failed.promise).toBe(lost);
});

test('where no place was named, a failure ends the process and says what failed', () => {
  const file = JSON.stringify(new URL('./in-background.ts', import.meta.url).href);
  const script = `import { inBackground } from ${file};
    inBackground(Promise.resolve());
    inBackground(Promise.reject(new Error('the database is away')));
    setTimeout(() => console.log('still here'), 5_000);`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('nothing handles its failures');
  expect(stderr).toContain('the database is away');
});
