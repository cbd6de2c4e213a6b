// Subtitle files of strangers beside a record: nothing but plain files of bounded size is read, and what is left out is reported.
import { mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TRACK_BYTES_MAX } from '../../domain/limits.ts';
import { workTime } from '../../testing/shifted-clock.ts';
import type { ImportReport } from '../import.ts';
import { RECORD_TRACKS_MAX, TRACKS_BYTES_MAX } from '../limits.ts';
import { TestFolder } from '../testing/test-folder.ts';
import { SubtitleFiles } from './subtitle-files.ts';
import { NO_ROOM, readTracks } from './tracks.ts';

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nsaid\n';
const INFO = JSON.stringify({ id: 'v1', title: 'A talk' });
const fullVtt = () => VTT + 'x'.repeat(TRACK_BYTES_MAX - VTT.length);
/** A language for each number: aa, ab, … */
const tagOf = (i: number) => String.fromCharCode(97 + Math.floor(i / 26), 97 + (i % 26));

let folder: TestFolder;
beforeEach(() => {
  folder = new TestFolder();
});
afterEach(() => folder.remove());

const reasonsOf = ({ leftOut }: Pick<ImportReport, 'leftOut'>) => leftOut.listed.map(({ reason }) => reason);

test('folders, links, text in no known charset and files beyond the limit are not read, and the rest is', async () => {
  const info = folder.write('a.info.json', INFO);
  folder.write('a.en.vtt', VTT);
  folder.write('a..fr.vtt', VTT);
  folder.write('secret.txt', VTT);
  symlinkSync(join(folder.path, 'secret.txt'), join(folder.path, 'a.de.vtt'));
  mkdirSync(join(folder.path, 'a.es.vtt'));
  truncateSync(folder.write('a.it.vtt', VTT), 1024 ** 3);
  folder.write('a.ja.vtt', Buffer.from([0x57, 0xff, 0xfe]));
  const { files, problems } = await new SubtitleFiles().beside(info);
  expect(files.map(({ tag }) => tag)).toEqual(['en']);
  expect(problems).toEqual([
    `a.it.vtt: is larger than ${TRACK_BYTES_MAX} bytes`,
    'a.ja.vtt: is in no known charset',
  ]);
});

test('a record has the files of its own folder, whichever folder was read before', async () => {
  const found = new SubtitleFiles();
  const tags: string[][] = [];
  for (const [name, tag] of [
    ['one', 'en'],
    ['two', 'de'],
    ['one', 'en'],
  ] as const) {
    mkdirSync(join(folder.path, name), { recursive: true });
    const info = folder.write(`${name}/a.info.json`, INFO);
    folder.write(`${name}/a.${tag}.vtt`, VTT);
    tags.push((await found.beside(info)).files.map((file) => file.tag));
  }
  expect(tags).toEqual([['en'], ['de'], ['en']]);
});

test('no more is read than one record may keep', async () => {
  const info = folder.write('a.info.json', INFO);
  for (const tag of ['aa', 'ab', 'ac', 'ad']) folder.write(`a.${tag}.vtt`, fullVtt());
  const { files, problems } = await new SubtitleFiles().beside(info);
  const bytes = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  expect(bytes).toBe(TRACKS_BYTES_MAX);
  expect(problems).toEqual([`a.ac.vtt: ${NO_ROOM}`, `a.ad.vtt: ${NO_ROOM}`]);
});

test('files beyond the number of a record are reported', async () => {
  const info = folder.write('a.info.json', INFO);
  for (let i = 0; i < RECORD_TRACKS_MAX + 23; i++) folder.write(`a.${tagOf(i)}.vtt`, VTT);
  const report = await folder.import(info);
  expect(report).toMatchObject({ imported: 1 });
  expect(reasonsOf(report)).toEqual([
    `a transcript: 23 more files: at most ${RECORD_TRACKS_MAX} of one video are read`,
  ]);
});

test('a file beside a list of videos is given to none of them', async () => {
  const info = folder.write(
    'a.info.json',
    JSON.stringify([
      { id: 'v1', title: 'first' },
      { id: 'v2', title: 'second' },
    ]),
  );
  folder.write('a.en.vtt', VTT);
  expect(await folder.import(info)).toMatchObject({ imported: 2, failed: 0 });
  for (const keyword of ['first', 'second'])
    expect((await folder.search(keyword)).bodies[0]).not.toContain('digest');
  // The same file beside one video.
  const one = folder.write('b.info.json', JSON.stringify({ id: 'v3', title: 'third' }));
  folder.write('b.en.vtt', VTT);
  await folder.import(one);
  expect((await folder.search('third')).bodies[0]).toContain('digest');
});

test('a record with many languages is read in time that grows with their number', () => {
  const takes = (count: number) => {
    const tags = Array.from({ length: count }, (_, i) => [`l${i}-orig`, [{ ext: 'vtt', data: '' }]]);
    return workTime(() => readTracks({ automatic_captions: Object.fromEntries(tags) }, []));
  };
  takes(300);
  // Eight times the languages: about 8 when it is linear, 64 when each one looks through all.
  const ratios = [1, 2, 3].map(() => takes(2_400).least / takes(300).most);
  expect(Math.min(...ratios)).toBeLessThan(30);
});
