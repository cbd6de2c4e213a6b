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

const child = (script: string) => {
  const [background, clock] = ['./in-background.ts', './clock.ts'].map((file) =>
    JSON.stringify(new URL(file, import.meta.url).href),
  );
  const imports = `import { inBackground, surviveBackgroundBugs } from ${background};
    import { systemIntervals, systemTimers } from ${clock};`;
  const args = [
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '-e',
    `${imports}\n${script}`,
  ];
  return spawnSync(process.execPath, args, { encoding: 'utf8' });
};

test('a process that serves goes on after any failure of its background, and tells each', () => {
  const { status, stdout } = child(`
    surviveBackgroundBugs((bug) => console.log(bug.message));
    const fail = (name) => { throw new Error(name); };
    inBackground(Promise.reject(new Error('a promise')));
    const stops = [
      systemIntervals(1, () => fail('an interval that throws')),
      systemIntervals(1, async () => fail('an interval that rejects')),
    ];
    systemTimers(1, () => fail('a timer'));
    systemTimers(50, () => { for (const stop of stops) stop(); console.log('still here'); });`);
  expect(status).toBe(0);
  const lines = stdout.trim().split('\n');
  expect(lines.at(-1)).toBe('still here');
  expect([...new Set(lines)].toSorted()).toEqual([
    'a promise',
    'a timer',
    'an interval that rejects',
    'an interval that throws',
    'still here',
  ]);
});
