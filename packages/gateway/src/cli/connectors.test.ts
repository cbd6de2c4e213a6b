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
});
