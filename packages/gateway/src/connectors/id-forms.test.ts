// Every connector accepts the ids that its own platforms give, and refuses forms that a platform would take for another id.
import { expect, test } from 'vitest';
import { operations } from '../operations/index.ts';
import type { RecordKind } from '../operations/operation.ts';
import { type AnySample, providerOf, recordsOf, replay } from '../testing/replay-sample.ts';
import { anyName, type Connector, type IdForms, type OperationName } from './connector.ts';
import { connectors } from './index.ts';
import { connectorSamples } from './samples/index.ts';

type Named = { id: string; author?: { id: string | null }; video_id?: string };

/** The kind of record that each operation gives. */
const OF = Object.fromEntries(operations.map(({ name, record }) => [name, record.kind])) as Record<
  OperationName,
  RecordKind
>;
const ASKED = {
  id: 'video',
  author_id: 'author',
  handle: 'handle',
  comment_id: 'comment',
  playlist_id: 'playlist',
} as const;

const formed = ({ ids }: Connector, kind: keyof IdForms, id: string, platform: string) =>
  (ids[kind] ?? anyName)(id, platform);

test.each(connectors)('$name accepts every id of its own answers, unchanged', (connector) => {
  const provider = providerOf(connector);
  const has = (name: OperationName) => connector.operations[name] !== undefined;
  const wrong: string[] = [];
  for (const [name, samples] of Object.entries(connectorSamples[connector.name] ?? {})) {
    const operation = connector.operations[name as OperationName] as never;
    for (const sample of samples as unknown as AnySample[]) {
      const { platform } = sample.input;
      const look = (kind: keyof IdForms, id: string | null | undefined) => {
        if (id != null && formed(connector, kind, id, platform) !== id) wrong.push(`${name} ${kind} ${id}`);
      };
      const found = recordsOf(replay(operation, provider, sample));
      for (const { record } of found) {
        const { id, author, video_id } = record as Named;
        const of = OF[name as OperationName];
        // A transcript has the id of its video.
        look(of === 'transcript' ? 'video' : of, id);
        look('video', video_id);
        if (has('author.videos')) look('author', author?.id);
      }
      if (found.length === 0) continue;
      const asked = sample.input as unknown as Record<string, string | undefined>;
      for (const [parameter, kind] of Object.entries(ASKED)) {
        const given = asked[parameter];
        if (given !== undefined && formed(connector, kind, given, platform) === null)
          wrong.push(`${name} asked ${given}`);
      }
    }
  }
  expect([...new Set(wrong)]).toEqual([]);
});

/** Connectors whose ids may be any text. Every other connector with a look-up by id refuses at least one form. */
const NAMES_ARE_IDS = ['library', 'showcase', 'commons', 'nasa'];
const ODD = [
  '01',
  '+1',
  '1.0',
  '1e3',
  '0x1',
  '-1',
  ' 1',
  '1 ',
  '..',
  '.',
  '%31',
  'a/b',
  'a?b',
  'a#b',
  '<script>',
  "' OR 1=1",
  '１',
  'x\u0000',
];

test.each(connectors.filter(({ operations }) => operations['video.get'] !== undefined))(
  '$name refuses what is no id of a video',
  (connector) => {
    if (NAMES_ARE_IDS.includes(connector.name)) return;
    const platform = connector.facts.platforms?.[0] ?? connector.name;
    // Ids of the Archive may be any word; short ids of Coub and Dailymotion contain digits.
    const words: Record<string, string[]> = {
      archive: ['01', '1.0', '1e3', '0x1'],
      coub: ['01', '1e3', '0x1'],
      dailymotion: ['01', '1e3', '0x1'],
    };
    const taken = ODD.filter((id) => formed(connector, 'video', id, platform) !== null);
    expect(taken).toEqual(words[connector.name] ?? []);
  },
);

test('an id of PeerTube in its long form is written in lower case', () => {
  const peertube = connectors.find(({ name }) => name === 'peertube')!;
  const id = '0F8B1C1E-0000-4000-8000-00000000000C';
  expect(formed(peertube, 'video', id, 'peertube')).toBe(id.toLowerCase());
  expect(formed(peertube, 'video', '2147483648', 'peertube')).toBeNull();
});

test.each(['invidious', 'piped'])(
  '%s is asked for no endless mix, and for no list that a user of the instance made',
  (name) => {
    const connector = connectors.find((one) => one.name === name)!;
    const isTaken = (id: string) => formed(connector, 'playlist', id, 'youtube') === id;
    for (const id of [
      'PLFgquLnL59alCl_2TQvOiD5Vgm1hCaGSI',
      'UUBR8-60-B28hp2BmDPdntcQ',
      'OLAK5uy_lYvXq0123456789',
    ])
      expect(isTaken(id), id).toBe(true);
    for (const id of [
      'RDaBcDeFgHiJk',
      'IVPLWsJ2HJvfY0dGDIHv_3WgPuOvri3Wv7B',
      '0f8b1c1e-0000-4000-8000-00000000000c',
      'LL',
      'WL',
      'PL',
    ])
      expect(isTaken(id), id).toBe(false);
  },
);
