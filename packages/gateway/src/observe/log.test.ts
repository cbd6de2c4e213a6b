// The log of a process: lines on standard error, which may not be read.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeSecret, PREFIX_CHARS, SECRET_KINDS } from '../domain/access/key.ts';
import { systemRandom } from '../domain/clock.ts';
import { makeWebhookSecret } from '../domain/webhook.ts';
import { metricsTokenOf } from '../secrets/metrics-token.ts';
import { redact } from './log.ts';

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

test.each([
  ...SECRET_KINDS.map((kind) => [kind, () => makeSecret(kind, systemRandom)] as const),
  ['a secret that names its cell', () => makeSecret('rgk', systemRandom, 'e7')],
  ['the token of the metrics', () => metricsTokenOf(systemRandom(32))],
  ['the secret of a webhook', () => makeWebhookSecret(systemRandom)],
] as const)('no line of the log contains a secret: %s', (_name, secret) => {
  for (let draw = 0; draw < 50; draw++) {
    const line = redact(`{"detail":"wrong credential '${secret()}' at /x?key=${secret()}&page=2"}`);
    expect(line).toBe(`{"detail":"wrong credential '[secret]' at /x?key=[secret]&page=2"}`);
  }
});

test.each([
  makeSecret('rgk', systemRandom).slice(0, PREFIX_CHARS),
  'rgk_live_',
  'rgw_short',
  'whsec_',
  'larga_live_0123456789',
  'rg_live_0123456789',
])('what may be shown stays in the log: %s', (text) => {
  expect(redact(`"${text}"`)).toBe(`"${text}"`);
});
