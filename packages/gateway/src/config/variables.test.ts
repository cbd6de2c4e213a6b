// Variables of the configuration that come from files, through the function that loads the configuration.
import { expect, test } from 'vitest';
import { isConfigError, loadConfig } from './config.ts';
import { VARIABLE_BYTES_MAX } from './variables.ts';

const YAML = `providers: { p: { connector: tikhub, token: "\${TOKEN}" } }\nplatforms: { p: [p] }\n`;
const WHERE = 'reelgate.yaml:1:45: providers.p.token: ';

function load(env: Record<string, string>, files: Record<string, string> = {}) {
  const readFile = (path: string) => {
    const text = { '/srv/reelgate.yaml': YAML, ...files }[path];
    if (text === undefined) throw Object.assign(new Error('missing'), { code: 'ENOENT' });
    return text;
  };
  const config = loadConfig({ file: 'reelgate.yaml', env, connectors: ['tikhub'], cwd: '/srv', readFile });
  return isConfigError(config) ? config.message : config.providers.p!.token;
}

test.each(['secret', 'secret\n', 'secret\r\n'])(
  'a variable comes from the file that NAME_FILE names, without the last line break (%j)',
  (text) => {
    expect(load({ TOKEN_FILE: '/run/secrets/token' }, { '/run/secrets/token': text })).toBe('secret');
    expect(load({ TOKEN_FILE: 'token' }, { '/srv/token': text })).toBe('secret');
  },
);

test('a file that cannot be used is refused with the name of its variable, and its text is not shown', () => {
  const env = { TOKEN_FILE: '/run/secrets/token' };
  expect(load(env)).toBe(`${WHERE}the file that TOKEN_FILE names cannot be used: there is no such file`);
  expect(load(env, { '/run/secrets/token': '\n' })).toBe(`${WHERE}the file that TOKEN_FILE names is empty`);
  expect(load(env, { '/run/secrets/token': 'x'.repeat(VARIABLE_BYTES_MAX + 1) })).toBe(
    `${WHERE}the file that TOKEN_FILE names is larger than 64 KiB`,
  );
});

test('a variable that is set twice is refused, because one value would be ignored', () => {
  expect(load({ TOKEN: 'a', TOKEN_FILE: '/run/secrets/token' }, { '/run/secrets/token': 'b' })).toBe(
    `${WHERE}the environment variables TOKEN and TOKEN_FILE are both set`,
  );
});
