import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectors } from '../connectors/index.ts';
import { EXIT } from '../terminal/world.ts';
import { TestCli } from './testing/cli.ts';

describe('connectors', () => {
  let cli: TestCli;
  beforeAll(() => {
    cli = new TestCli();
  });
  afterAll(() => cli.close());

  test('list names every connector of the build and the providers that use it', async () => {
    const { connectors: listed } = await cli.json('connectors', 'list');
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(connectors.map(({ name }) => name));
    expect(listed[0]).toMatchObject({ name: 'library', providers: ['library'], resale: 'yes' });
  });

  test('show tells what an operator must know, and refuses an unknown name', async () => {
    expect((await cli.run('connectors', 'show', 'library')).out).toContain('items per page');
    const unknown = await cli.run('connectors', 'show', 'nowhere');
    expect([unknown.code, unknown.err]).toEqual([EXIT.no, 'error: there is no connector "nowhere"\n']);
  });

  test.each([
    ['library', 'never', 'no limit in its terms', 'they do not lapse'],
    ['pixabay', 'at least 24 h', 'no limit in its terms', 'they do not lapse'],
    ['youtube', 'at most 720 h', 'at most 720 h, by its terms', 'they do not lapse'],
    ['tikhub', 'at most 3 h', 'no limit in its terms', 'for 3 h'],
    ['archive', 'as the settings say', 'no limit in its terms', 'they do not lapse'],
  ])(
    'show tells how long answers of %s are cached and kept, and its links work',
    async (name, cached, kept, links) => {
      const { out } = await cli.run('connectors', 'show', name);
      expect(out).toMatch(new RegExp(`cached +${cached}\\n`));
      expect(out).toMatch(new RegExp(`records kept +${kept}\\n`));
      expect(out).toMatch(new RegExp(`links work +${links}\\n`));
    },
  );

  test('check searches once at each provider and ends with 1 when one of them fails', async () => {
    const good = await cli.run('connectors', 'check', 'library', '--keyword', '猫');
    expect([good.code, good.out.includes('猫')]).toEqual([EXIT.ok, true]);
    cli.probed = { ...cli.probed, outcome: 'refused' };
    expect((await cli.run('connectors', 'check', 'library')).code).toBe(EXIT.no);
  });

  test('check of a connector that is not configured says so', async () => {
    const { code, err } = await cli.run('connectors', 'check', connectors.at(-1)!.name);
    expect([code, err.includes('providers')]).toEqual([EXIT.no, true]);
  });

  test('check names missing keys and ends with 1; new keys alone are no failure', async () => {
    cli.probed = { ...cli.probed, outcome: 'ok', new_keys: ['data.headline'], missing_keys: [] };
    const added = await cli.run('connectors', 'check', 'library');
    expect([added.code, added.out]).toEqual([
      EXIT.ok,
      expect.stringMatching(/new, not read +data\.headline/),
    ]);
    cli.probed = { ...cli.probed, missing_keys: ['data.title'] };
    const changed = await cli.run('connectors', 'check', 'library');
    expect([changed.code, changed.out]).toEqual([
      EXIT.no,
      expect.stringMatching(/missing, but read +data\.title/),
    ]);
    cli.probed = { ...cli.probed, new_keys: [], missing_keys: [] };
  });

  describe('record', () => {
    const sample = {
      operation: 'video.search',
      input: { platform: 'tube' },
      answers: [{ body: '{"a":1}' }],
      expect: {},
    };
    const recording = { connector: 'peertube', recorded_on: '2026-11-15', from: null, kept: ['public'] };
    const left = [
      { operation: 'playlist.get', platform: 'tube', reason: 'no playlist is known: --playlist' },
    ];
    let file: string;
    let config: string;
    beforeAll(() => {
      file = join(cli.folder, 'peertube.recording.json');
      config = cli.write(
        'tube.yaml',
        'platforms: { tube: [tube] }\nproviders: { tube: { connector: library } }\n',
      );
      cli.world.connectors = cli.world.connectors.map((one) =>
        one.name === 'library' ? { ...one, facts: { ...one.facts, baseUrl: 'https://tube.example' } } : one,
      );
      cli.record = async () => ({ recording: { ...recording, samples: [sample] }, left });
    });
    const run = (...rest: string[]) => cli.run('--config', config, 'connectors', ...rest);

    test('writes a new file and says what is in it, what is not, and which words stayed', async () => {
      const { code, out } = await run('record', 'tube', '--to', file);
      expect(code).toBe(EXIT.ok);
      expect(out).toMatch(/video\.search +tube +recorded\n.*no playlist is known: --playlist/);
      expect(out).toMatch(/words that stayed +public/);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...recording, samples: [sample] });
    });

    test('never replaces a file', async () => {
      const { code, err } = await run('record', 'tube', '--to', file);
      expect([code, err.includes('exists already')]).toEqual([EXIT.usage, true]);
    });

    test('is compared with by check --against, and another file is refused', async () => {
      expect((await run('check', 'tube', '--against', file)).code).toBe(EXIT.ok);
      const { code, err } = await run('check', 'tube', '--against', config);
      expect([code, err.includes('is no recording')]).toEqual([EXIT.usage, true]);
    });

    test('that got no answer writes no file and ends with 1', async () => {
      cli.record = async () => ({ recording: { ...recording, samples: [] }, left });
      const none = join(cli.folder, 'none.json');
      const { code } = await run('record', 'tube', '--to', none);
      expect([code, existsSync(none)]).toEqual([EXIT.no, false]);
    });

    test('of records that come from this gateway is refused', async () => {
      const { code, err } = await cli.run('connectors', 'record', 'showcase');
      expect([code === EXIT.ok, err !== '']).toEqual([false, true]);
    });
  });
});
