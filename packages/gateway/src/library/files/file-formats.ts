// The file formats: how each kind of file becomes a stream of entries and problems. A new format is one function here. Must never hold a
// whole file in memory, except a single JSON document of limited size.
import { isUtf8 } from 'node:buffer';
import { open, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { JSON_FILE_BYTES_MAX, READ_BYTES } from '../limits.ts';
import { type IndexEntry, toEntry } from '../record.ts';
import { storedEntries } from '../stored-entries.ts';
import { readRows } from './read-csv.ts';
import { readLines } from './read-lines.ts';
import { ofTranscript, readRecord, videosIn } from './read-record.ts';
import type { SubtitleFiles } from './subtitle-files.ts';
import type { SubtitleFile } from './tracks.ts';

type ParsedJson = { kind: 'value'; value: unknown } | { kind: 'bad'; reason: string };

/**
 * Parses JSON without loss: whole numbers too long for a double become text, digit for digit. Only texts that contain such a number take
 * the slow path.
 */
export function parseRecordJson(text: string): ParsedJson {
  try {
    const value: unknown = JSON.parse(text);
    return { kind: 'value', value: holdsLongNumber(value, LEVELS) ? JSON.parse(text, keepDigits) : value };
  } catch (error) {
    const reason = `not JSON: ${error instanceof Error ? error.message : String(error)}`;
    return { kind: 'bad', reason: reason.slice(0, 200) };
  }
}

/** A list of records, a record, and an object in it such as its author: no id that is read lies deeper. */
const LEVELS = 3;

/** Checks the parsed values, which is cheaper than scanning the text for long runs of digits. */
function holdsLongNumber(value: unknown, levels: number): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  if (Array.isArray(value)) return value.some((item) => holdsLongNumber(item, levels - 1));
  const object = value as Record<string, unknown>;
  for (const name in object) {
    const field = object[name];
    if (typeof field !== 'string' && holdsLongNumber(field, levels - 1)) return true;
  }
  return false;
}

/** The third argument of a reviver has the source text of a primitive value. */
function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  return context?.source ?? value;
}

// Reads a file in chunks of limited size, whatever its format.

/** Each chunk is a separate buffer, so a reader may keep a part that it has not finished. */
async function* readChunks(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    while (true) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(READ_BYTES), 0, READ_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** One record of a file, the reason why it is unusable, or the facts that were left out of it. */
export type Item =
  | { kind: 'entry'; entry: IndexEntry }
  | { kind: 'problem'; line: number; reason: string }
  | { kind: 'left_out'; line: number; reasons: readonly string[] };

/** The result of one read of a file. */
interface SourcePart {
  items: Item[];
  bytes: number;
}

export type Format = 'info' | 'json' | 'lines' | 'table' | 'library';

const FORMATS: [suffix: string, format: Format][] = [
  ['.info.json', 'info'],
  ['.json', 'json'],
  ['.jsonl', 'lines'],
  ['.ndjson', 'lines'],
  ['.csv', 'table'],
  ['.tsv', 'table'],
];

export function formatOf(path: string): Format | null {
  if (/(^|\.)library\.db$/.test(basename(path))) return 'library';
  const name = path.toLowerCase();
  return FORMATS.find(([suffix]) => name.endsWith(suffix))?.[1] ?? null;
}

export function readSource(
  path: string,
  format: Format,
  subtitles: SubtitleFiles,
): AsyncGenerator<SourcePart> {
  if (format === 'lines') return readJsonLines(path);
  if (format === 'library') return readLibrary(path);
  return format === 'table' ? readTable(path) : readDocument(path, subtitles);
}

async function* readJsonLines(path: string): AsyncGenerator<SourcePart> {
  for await (const { lines, bytes } of readLines(readChunks(path))) {
    const items: Item[] = [];
    for (const line of lines) {
      if ('problem' in line) items.push({ kind: 'problem', line: line.line, reason: line.problem });
      else if (line.text.trim() !== '') items.push(...parseItems(line.line, line.text));
    }
    yield { items, bytes };
  }
}

async function* readTable(path: string): AsyncGenerator<SourcePart> {
  let header: string[] | null = null;
  for await (const { rows, bytes } of readRows(readChunks(path))) {
    const items: Item[] = [];
    for (const row of rows) {
      if ('problem' in row) items.push({ kind: 'problem', line: row.line, reason: row.problem });
      else if (header === null) header = row.cells.map((cell) => cell.trim().toLowerCase());
      else items.push(...rowItems(row.line, header, row.cells));
    }
    yield { items, bytes };
  }
}

function rowItems(line: number, header: string[], cells: string[]): Item[] {
  if (cells.length > header.length)
    return [{ kind: 'problem', line, reason: `${cells.length} cells, but the header has ${header.length}` }];
  return toItems(line, Object.fromEntries(cells.map((cell, i) => [header[i], cell.trim()])));
}

/** The library file of another gateway, or of this one before it used PostgreSQL. Its bytes count as done when all of it is read. */
async function* readLibrary(path: string): AsyncGenerator<SourcePart> {
  const { size } = await stat(path);
  const items: Item[] = [];
  try {
    for await (const entries of storedEntries({ file: path }))
      yield { items: entries.map((entry): Item => ({ kind: 'entry', entry })), bytes: 0 };
  } catch (error) {
    // The file is damaged, of another version, or no library. The next file follows.
    items.push({ kind: 'problem', line: 0, reason: error instanceof Error ? error.message : String(error) });
  }
  yield { items, bytes: size };
}

/** One record per file, a list of them, or a whole playlist. In a list, the line of a problem is the position of the record. */
async function* readDocument(path: string, subtitles: SubtitleFiles): AsyncGenerator<SourcePart> {
  const { size } = await stat(path);
  if (size > JSON_FILE_BYTES_MAX) {
    const reason = `larger than ${JSON_FILE_BYTES_MAX} bytes; write one record per line (.jsonl) instead`;
    yield { items: [{ kind: 'problem', line: 1, reason }], bytes: size };
    return;
  }
  const content = await readFile(path);
  const parsed: ParsedJson = isUtf8(content)
    ? parseRecordJson(content.toString('utf8').replace(/^\ufeff/, ''))
    : { kind: 'bad', reason: 'not valid UTF-8' };
  if (parsed.kind === 'bad')
    yield { items: [{ kind: 'problem', line: 1, reason: parsed.reason }], bytes: size };
  else {
    const values = (Array.isArray(parsed.value) ? parsed.value : [parsed.value]).flatMap(videosIn);
    // Beside a list of videos nothing says to which of them a subtitle file belongs.
    const found = values.length === 1 ? await subtitles.beside(path) : { files: [], problems: [] };
    const items = values.flatMap((value, i) => toItems(i + 1, value, found.files));
    yield { items: [...items, ...leftOut(0, found.problems.map(ofTranscript))], bytes: size };
  }
}

function parseItems(line: number, text: string): Item[] {
  const parsed = parseRecordJson(text);
  return parsed.kind === 'bad'
    ? [{ kind: 'problem', line, reason: parsed.reason }]
    : toItems(line, parsed.value);
}

function toItems(line: number, value: unknown, subtitles: readonly SubtitleFile[] = []): Item[] {
  const read = readRecord(value, subtitles);
  if (read.kind === 'bad') return [{ kind: 'problem', line, reason: read.reason }];
  const { contents, isSaid } = read.tracks;
  const entry = toEntry(read.record, read.comments, isSaid ? contents : undefined);
  return [{ kind: 'entry', entry }, ...leftOut(line, read.leftOut)];
}

function leftOut(line: number, reasons: readonly string[]): Item[] {
  return reasons.length === 0 ? [] : [{ kind: 'left_out', line, reasons }];
}
