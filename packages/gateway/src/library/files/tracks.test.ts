// Which transcripts of a file are kept, and which subtitle files count as a record's.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TRACK_BYTES_MAX } from '../../domain/limits.ts';
import { RECORD_TRACKS_MAX, TRACKS_BYTES_MAX } from '../limits.ts';
import { SubtitleFiles } from './subtitle-files.ts';
import { readTracks } from './tracks.ts';

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nSaid.\n';
const file = (tag: string, content = VTT) => ({ name: `a.${tag}.vtt`, tag, content });
/** Captions of this many bytes. */
const sized = (bytes: number) => VTT + '\n'.repeat(bytes - VTT.length);

test('the transcripts of one video are kept as far as their bytes together allow', () => {
  const third = Math.floor(TRACKS_BYTES_MAX / 3);
  const fitting = ['en', 'de', 'fr'].map((tag) => file(tag, sized(third)));
  expect(readTracks({}, fitting)).toMatchObject({ problems: [], contents: { length: 3 } });
  const { listed, contents, problems } = readTracks({}, [...fitting, file('es', sized(third))]);
  expect([listed.map(({ language }) => language), contents.length]).toEqual([['en', 'de', 'fr'], 3]);
  expect(problems).toEqual([
    `a.es.vtt: does not fit into the ${TRACKS_BYTES_MAX} bytes that the transcripts of one video may have`,
  ]);
});

test('one transcript, and the number of them, have limits of their own', () => {
  expect(readTracks({}, [file('en', sized(TRACK_BYTES_MAX))]).problems).toEqual([]);
  expect(readTracks({}, [file('en', sized(TRACK_BYTES_MAX + 1))]).problems).toEqual([
    `a.en.vtt: is larger than ${TRACK_BYTES_MAX} bytes`,
  ]);
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  const tags = letters.flatMap((a) => letters.map((b) => `q${a}${b}`)).slice(0, RECORD_TRACKS_MAX + 1);
  const { listed, problems } = readTracks(
    {},
    tags.map((tag) => file(tag)),
  );
  expect([listed.length, problems.length]).toEqual([RECORD_TRACKS_MAX, 1]);
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reelgate-tracks-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a link beside a record is not followed: it could lead to any file of the machine', async () => {
  const secret = join(folder, 'secret.txt');
  writeFileSync(secret, VTT);
  writeFileSync(join(folder, 'a.en.vtt'), VTT);
  symlinkSync(secret, join(folder, 'a.de.vtt'));
  const { files, problems } = await new SubtitleFiles().beside(join(folder, 'a.info.json'));
  expect([files.map(({ tag }) => tag), problems]).toEqual([['en'], []]);
});

test('a record gets its own files only, WebVTT rather than SRT, and none of a record with a longer name', async () => {
  for (const name of ['a.en.srt', 'a.en.vtt', 'a.part.en.vtt', 'b.en.vtt', 'a.txt'])
    writeFileSync(join(folder, name), VTT);
  const found = new SubtitleFiles();
  const namesOf = async (record: string) =>
    (await found.beside(join(folder, record))).files.map(({ name }) => name);
  expect(await namesOf('a.info.json')).toEqual(['a.en.vtt']);
  expect(await namesOf('b.info.json')).toEqual(['b.en.vtt']);
  expect(await namesOf('a.json')).toEqual([]);
});
