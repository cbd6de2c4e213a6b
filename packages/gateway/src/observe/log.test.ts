// The log of a process: lines on standard error, which may not be read.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const module = path.join(import.meta.dirname, 'log.ts');
const script = `
  const { createLog } = await import('${module}');
  const log = createLog('info');
  for (let n = 0; n < 3; n++) log.info({}, 'x'.repeat(1000));
  await new Promise((resolve) => setImmediate(resolve));
  console.log('goes on');`;

test.skipIf(!existsSync('/dev/full')).each([
  ['a full device', '2> /dev/full'],
  ['a reader that went away', '2> >(true)'],
])('the process goes on without its log: %s', (_name, redirection) => {
  const line = `'${process.execPath}' --input-type=module -e "$SCRIPT" ${redirection}`;
  const { stdout } = spawnSync('bash', ['-c', line], {
    encoding: 'utf8',
    env: { ...process.env, SCRIPT: script },
  });
  expect(stdout).toBe('goes on\n');
});
