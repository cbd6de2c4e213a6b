// Packs slices for the transfer between threads: all texts of a slice are one block of bytes, which is transferred and not copied. Cloning
// the entries one by one cost the writing thread a sixth of its time.

import type { Item } from './files/file-formats.ts';
import type { FileSlice } from './files/read-files.ts';
import type { IndexEntry } from './record.ts';

/** The texts of an entry, in their sequence in the block. */
const TEXTS = ['body', 'terms', 'words', 'comments', 'tracks'] as const;

export interface PackedSlice {
  file: string;
  bytes: number;
  /** Everything but the entries. */
  others: Item[];
  ids: string[];
  languages: string[];
  seconds: Float64Array<ArrayBuffer>;
  samples: Uint8Array<ArrayBuffer>;
  authors: string[];
  handles: string[];
  views: Float64Array<ArrayBuffer>;
  /** Body, terms, words, comments and transcripts of each entry in turn. */
  block: Uint8Array<ArrayBuffer>;
  /** Where each of these ends in the block. */
  ends: Uint32Array<ArrayBuffer>;
}

export function packSlice({ file, items, bytes }: FileSlice): PackedSlice {
  const entries = items.flatMap((item) => (item.kind === 'entry' ? [item.entry] : []));
  return {
    file,
    bytes,
    others: items.filter((item) => item.kind !== 'entry'),
    ids: entries.map(({ id }) => id),
    languages: entries.map(({ language }) => language),
    seconds: Float64Array.from(entries, ({ second }) => second),
    samples: Uint8Array.from(entries, ({ isSample }) => Number(isSample)),
    authors: entries.map(({ author }) => author),
    handles: entries.map(({ handle }) => handle),
    views: Float64Array.from(entries, ({ views }) => views),
    ...packTexts(entries),
  };
}

function packTexts(entries: IndexEntry[]): Pick<PackedSlice, 'block' | 'ends'> {
  const texts = entries.flatMap((entry) => TEXTS.map((name) => entry[name]));
  const block = new Uint8Array(texts.reduce((sum, text) => sum + text.length, 0));
  const ends = new Uint32Array(texts.length);
  let end = 0;
  texts.forEach((text, i) => {
    block.set(text, end);
    end += text.length;
    ends[i] = end;
  });
  return { block, ends };
}

export function transferList(packed: PackedSlice): ArrayBuffer[] {
  const { seconds, samples, views, block, ends } = packed;
  return [seconds.buffer, samples.buffer, views.buffer, block.buffer, ends.buffer];
}

export function unpackSlice(packed: PackedSlice): FileSlice {
  const items = packed.ids.map((id, i): Item => ({ kind: 'entry', entry: unpackEntry(packed, id, i) }));
  return { file: packed.file, items: [...packed.others, ...items], bytes: packed.bytes };
}

function unpackEntry(packed: PackedSlice, id: string, i: number): IndexEntry {
  const { block, ends } = packed;
  const text = (at: number) => block.subarray(at === 0 ? 0 : ends[at - 1]!, ends[at]);
  const first = TEXTS.length * i;
  return {
    id,
    body: text(first),
    terms: text(first + 1),
    words: text(first + 2),
    comments: text(first + 3),
    tracks: text(first + 4),
    second: packed.seconds[i]!,
    language: packed.languages[i]!,
    isSample: packed.samples[i] === 1,
    author: packed.authors[i]!,
    handle: packed.handles[i]!,
    views: packed.views[i]!,
  };
}
