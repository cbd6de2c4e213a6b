// What is removed from a provider's answer, and what stays as it is.
import { expect, test } from 'vitest';
import type { ConnectedProvider } from './connected-provider.ts';
import { nameRedactor, type ProviderAnswer, redactProvider } from './redact-provider.ts';

const by = {
  provider: { name: 'main' },
  connector: { name: 'tikhub' },
  policy: { origin: 'https://api.tikhub.io' },
} as ConnectedProvider;
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

function told(said: object): ProviderAnswer {
  return {
    said,
    body: '{"docs":"https://API.tikhub.io/x"}',
    connector: 'tikhub',
    host: 'api.tikhub.io',
    route: '/v3',
  };
}
const hidden = (said: object, picture = (url: string): string | null => `own:${url}`) =>
  redactProvider(told(said), by, { platform: 'douyin', picture });

test('connector, host and route are hidden, and names in texts, in upper or lower case', () => {
  const { connector, host, route, body } = hidden({ kind: 'absent' });
  expect([connector, host, route]).toEqual(['hidden', 'hidden', 'hidden']);
  expect(body).toBe('{"docs":"https://hidden/x"}');
});

test('raw records keep their shape, their numbers and every other text', () => {
  const big = rawJSON('12345678901234567890');
  const raw = { id: big, by: 'TikHub', list: [{ url: 'https://www.tikhub.io/a' }, null, true, 1] };
  const { said } = hidden({ kind: 'page', items: [{ record: {}, raw }] });
  const [item] = (said as { items: { raw: unknown }[] }).items;
  expect(JSON.stringify(item!.raw)).toBe(
    '{"id":12345678901234567890,"by":"hidden","list":[{"url":"https://www.hidden/a"},null,true,1]}',
  );
});

test('every picture gets another address, or null', () => {
  const record = {
    title: 'tikhub in a title stays',
    url: 'https://www.douyin.com/video/1',
    thumbnails: [{ url: 'https://a/1', width: 2 }],
    author: { name: 'me', avatar_url: 'https://a/me' },
    avatar_url: null,
  };
  const found = (picture?: (url: string) => string | null) =>
    (
      hidden({ kind: 'records', found: new Map([['1', { kind: 'record', record, raw: null }]]) }, picture)
        .said as { found: Map<string, { record: typeof record }> }
    ).found.get('1')!.record;
  expect(found()).toEqual({
    ...record,
    thumbnails: [{ url: 'own:https://a/1', width: 2 }],
    author: { name: 'me', avatar_url: 'own:https://a/me' },
  });
  expect(found(() => null)).toEqual({ ...record, thumbnails: [], author: { name: 'me', avatar_url: null } });
});

test('the name of the platform itself is not hidden, and short names are left alone', () => {
  const own = { ...by, provider: { name: 'yt' }, connector: { name: 'youtube' } } as ConnectedProvider;
  const text = nameRedactor({ ...own, policy: { ...own.policy, origin: null } }, 'youtube');
  expect(text('a youtube video by yt')).toBe('a youtube video by yt');
});
