// Notices a primary that has lost charges which callers were told about, as a former primary does that was promoted again: it answers, its
// ledger adds up, and nothing else shows the loss. A node keeps two marks: the last call that it saw charged, and the newest charge that
// it saw in the ledger, which another node may have made. It writes them to its data folder, at most once a second and never while a call
// waits. Before the first commit on another server than before it looks for all marks in the folder, its own and those of its siblings.
// It must never vouch for a server that lacks one of them, or has another call under that number.
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inBackground } from '../../domain/in-background.ts';
import { makeFolder } from '../../process/make-folder.ts';
import { MARKS_CLEARED } from '../nouns/verdict.ts';
import type { Row } from '../steps/reading.ts';
import { RefusedDatabase } from '../storage.ts';
import type { SqlConnection } from './connection.ts';
import { NOW_MS } from './database-clock.ts';

/** A call that was charged. */
export interface Mark {
  seq: number;
  accountId: string;
  requestId: string;
}

/** `clearedMs`: which clearing of marks, by an operator, the ledger had seen when the mark was made. A later one clears it. */
interface KeptMark extends Mark {
  clearedMs: number;
}

interface MarksFile {
  /** Which ledger the marks are of: when its first migration was applied. Copies of its files have the same, another ledger never. */
  ledger: string;
  marks: KeptMark[];
}

interface MarksSettings {
  /** null: marks are kept in memory only. */
  folder: string | null;
  node: string;
  onNotice(text: string): void;
}

type Asking = Pick<SqlConnection, 'all'>;

/** Milliseconds between two writes of the file. */
const SAVE_MS = 1_000;
/** One per process that used the folder; the oldest are removed. */
const FILES_MAX = 64;
/** Milliseconds. An older charge in the ledger says nothing that an older mark does not say. */
const NEWEST_MS = 86_400_000;
/** Looks at marks that changed while they were looked for: a call was acknowledged on the other server meanwhile. */
const LOOKS_MAX = 3;

const CLEARED = `coalesce((SELECT value FROM meta WHERE name = '${MARKS_CLEARED}'), 0) AS cleared_ms`;
const LEDGER = `
  SELECT ${CLEARED}, (SELECT to_char(applied_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') FROM migrations WHERE version = 1) AS ledger`;
const MISSING = `
  SELECT u.n FROM unnest($1::bigint[], $2::text[], $3::text[]) WITH ORDINALITY AS u (seq, account_id, request_id, n)
   WHERE NOT EXISTS (SELECT 1 FROM calls c WHERE c.seq = u.seq AND c.account_id = u.account_id
                        AND c.request_id = u.request_id AND c.state = 'settled')
   ORDER BY u.n`;
/** The newest charge of the ledger, by any node: in the transaction of a heartbeat, which is known to be on a server with all marks. */
export const NEWEST = {
  text: `SELECT ${CLEARED}, c.seq, c.account_id, c.request_id FROM (
           SELECT (SELECT call_seq FROM entries WHERE kind = 'charge' AND at_ms > ${NOW_MS} - ${NEWEST_MS}
                    ORDER BY id DESC LIMIT 1) AS call_seq) e LEFT JOIN calls c ON c.seq = e.call_seq`,
};

export class Marks {
  readonly #settings: MarksSettings;
  /** The server that has all marks; null when it has to be looked at again. */
  #server: string | null = null;
  #ledger: string | null = null;
  #clearedMs = 0;
  /** By this node, and by any node. */
  readonly #latest = new Map<'own' | 'seen', KeptMark>();
  #isSaved = true;
  #saving: Promise<void> | null = null;
  /** The server or the folder of the last notice. */
  #saidOf = '';
  #timer: NodeJS.Timeout | null = null;

  constructor(settings: MarksSettings) {
    this.#settings = settings;
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#saving;
    await this.#save();
  }

  /** What a heartbeat on this server read with NEWEST. */
  saw(server: string, row: Row): void {
    if (server === this.#server) this.#clearedMs = row.cleared_ms as number;
    if (row.seq !== null) this.acknowledged(server, 'seen', readMark(row));
  }

  /** A transaction on this server was committed after the call was charged in it, or after it was seen. */
  acknowledged(server: string, by: 'own' | 'seen', { seq, accountId, requestId }: Mark): void {
    if (this.#latest.get(by)?.seq === seq && this.#server === server) return;
    this.#latest.set(by, { seq, accountId, requestId, clearedMs: this.#clearedMs });
    this.#isSaved = false;
    this.#saveSoon();
    // Another server was looked at meanwhile, and cannot have this call.
    if (server !== this.#server) this.#server = null;
  }

  /** Throws when this server lacks a call that was acknowledged, or is another ledger. Costs nothing for the server of the last look. */
  async assertAllOn(server: string, db: Asking): Promise<void> {
    if (server === this.#server) return;
    for (let look = 1; ; look++) {
      const known = [...this.#latest.values()];
      await this.#look(server, db);
      const isAll = [...this.#latest.values()].every((mark) => known.includes(mark));
      if (isAll) this.#server = server;
      if (isAll || look >= LOOKS_MAX) return;
    }
  }

  async #look(server: string, db: Asking): Promise<void> {
    const [found] = await db.all(LEDGER);
    const { ledger, cleared_ms: clearedMs } = found as { ledger: string; cleared_ms: number };
    if (this.#ledger !== null && ledger !== this.#ledger)
      throw new RefusedDatabase('the database has another ledger than the one that this node began with');
    const marks = [...this.#latest.values(), ...(await this.#readFolder(ledger))].filter(
      (mark) => mark.clearedMs >= clearedMs,
    );
    const [missing] = await db.all(
      MISSING,
      marks.map(({ seq }) => seq),
      marks.map(({ accountId }) => accountId),
      marks.map(({ requestId }) => requestId),
    );
    if (missing !== undefined) throw this.#refusal(server, marks[(missing.n as number) - 1]!);
    this.#ledger = ledger;
    this.#clearedMs = clearedMs;
  }

  #refusal(server: string, { seq, accountId, requestId }: Mark): RefusedDatabase {
    if (this.#saidOf !== server)
      this.#settings.onNotice(
        `the database lacks call ${seq} (${requestId} of ${accountId}), which was charged and answered: it has lost commits`,
      );
    this.#saidOf = server;
    return new RefusedDatabase(
      `the database lacks call ${seq}, which was charged and answered: it has lost commits. Bring back the database that has it, or run ` +
        '"storage catch-up", or give up what is lost with "storage accept-loss"',
    );
  }

  /** Of all processes that used this folder. Marks of another ledger say nothing about this one. */
  async #readFolder(ledger: string): Promise<KeptMark[]> {
    const { folder } = this.#settings;
    const files = folder === null ? [] : await filesIn(folder);
    const kept = await Promise.all(files.slice(0, FILES_MAX).map(readMarks));
    return kept.flatMap((one) => (one?.ledger === ledger ? one.marks : []));
  }

  #saveSoon(): void {
    this.#timer ??= setTimeout(() => inBackground(this.#save()), SAVE_MS).unref();
  }

  /** A folder that cannot be written to costs no call. */
  async #save(): Promise<void> {
    const { folder, node, onNotice } = this.#settings;
    this.#timer = null;
    if (this.#isSaved || folder === null || this.#ledger === null || this.#saving !== null) return;
    const kept: MarksFile = { ledger: this.#ledger, marks: [...this.#latest.values()] };
    this.#isSaved = true;
    try {
      this.#saving = write(folder, `${node}.json`, JSON.stringify(kept));
      await this.#saving;
    } catch (error) {
      if (this.#saidOf !== folder) onNotice(`marks cannot be kept in ${folder}: ${(error as Error).message}`);
      this.#saidOf = folder;
    } finally {
      this.#saving = null;
      if (!this.#isSaved) this.#saveSoon();
    }
  }
}

async function write(folder: string, name: string, text: string): Promise<void> {
  makeFolder(folder);
  const file = path.join(folder, name);
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
  for (const old of (await filesIn(folder)).slice(FILES_MAX)) await rm(old, { force: true });
}

function readMark(row: Row): Mark {
  return {
    seq: row.seq as number,
    accountId: row.account_id as string,
    requestId: row.request_id as string,
  };
}

/** The newest first. */
async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith('.json')).map((name) => path.join(folder, name));
  const dated = await Promise.all(files.map(async (file) => ({ file, ms: await changedMs(file) })));
  return dated.toSorted((a, b) => b.ms - a.ms).map(({ file }) => file);
}

/** 0: another process removed it meanwhile. */
const changedMs = (file: string) =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

/** null: another process removed it, or a disk without space cut it off. */
async function readMarks(file: string): Promise<MarksFile | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as MarksFile;
  } catch {
    return null;
  }
}
