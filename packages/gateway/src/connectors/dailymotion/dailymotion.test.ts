// Videos of Dailymotion are embedded with the operator's own player, or not at all.
import { expect, test } from 'vitest';
import { providerOf } from '../../testing/replay-sample.ts';
import { dailymotion } from './dailymotion.ts';

const withPlayer = providerOf(dailymotion);
const video = dailymotion.operations['video.get']!;

function embedOf(record: object, options: Record<string, string>): unknown {
  const body = JSON.stringify({ id: 'x1abcde', ...record });
  const response = { kind: 'response', status: 200, headers: {}, body, receivedAtMs: 0 } as const;
  const asked = { platform: 'dailymotion', id: 'x1abcde', wantsRaw: false };
  const said = video.parse(response, asked, { ...withPlayer, options });
  if (said.kind !== 'record') throw new Error(`${said.kind} is no record`);
  return said.record.embed_url;
}

const OLD = { embed_url: 'https://www.dailymotion.com/embed/video/x1abcde' };

test.each([
  ['without a player', { allow_embed: true, ...OLD }, {}, null],
  [
    'by a player',
    { allow_embed: true, ...OLD },
    { player_id: 'xa1b2' },
    'https://geo.dailymotion.com/player/xa1b2.html?video=x1abcde',
  ],
  ['where its owner forbids it', { allow_embed: false }, { player_id: 'xa1b2' }, null],
  ['where nothing is said of it', {}, { player_id: 'xa1b2' }, null],
  [
    'by a text that is not a player',
    { allow_embed: true },
    { player_id: 'a/../b?c' },
    'https://geo.dailymotion.com/player/a%2F..%2Fb%3Fc.html?video=x1abcde',
  ],
] as [string, object, Record<string, string>, string | null][])('%s', (_title, record, options, embed) => {
  expect(embedOf(record, options)).toBe(embed);
});

test("the platform's own embed address, which no longer works, is not asked for", () => {
  const { url } = video.request({ platform: 'dailymotion', id: 'x1abcde', wantsRaw: false }, withPlayer);
  expect(new URL(url).searchParams.get('fields')?.split(',')).not.toContain('embed_url');
});
