// The ledger of the gateway that does the same work: accounts, keys by hash, calls and entries in SQLite, as a competent user writes
// it with `node:sqlite`. Every commit is on disk before its caller goes on. Money is in millionths, like Reelgate's.
// TypeScript, because it needs nothing but Node.
import { hash } from 'node:crypto';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

const SCHEMA = `
CREATE TABLE IF NOT EXISTS accounts (
  id INTEGER PRIMARY KEY,
  balance INTEGER NOT NULL,
  held INTEGER NOT NULL DEFAULT 0,
  CHECK (held >= 0 AND balance >= held)
) STRICT;
CREATE TABLE IF NOT EXISTS keys (
  hash TEXT PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts
) STRICT;
CREATE TABLE IF NOT EXISTS calls (
  id INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts,
  url TEXT NOT NULL,
  price INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('held', 'settled', 'released')),
  at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS entries (
  id INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts,
  call INTEGER UNIQUE REFERENCES calls,
  amount INTEGER NOT NULL,
  balance INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS answers (
  account INTEGER NOT NULL REFERENCES accounts,
  request_id TEXT NOT NULL,
  call INTEGER NOT NULL REFERENCES calls,
  body TEXT,
  PRIMARY KEY (account, request_id)
) STRICT;
`;

const STATEMENTS = {
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
  findKey: 'SELECT account FROM keys WHERE hash = ?',
  hold: 'UPDATE accounts SET held = held + ?1 WHERE id = ?2 AND balance - held >= ?1',
  openCall: "INSERT INTO calls (account, url, price, state, at) VALUES (?, ?, ?, 'held', ?)",
  endCall: "UPDATE calls SET state = ? WHERE id = ? AND state = 'held'",
  charge: 'UPDATE accounts SET balance = balance - ?1, held = held - ?1 WHERE id = ?2 RETURNING balance',
  release: 'UPDATE accounts SET held = held - ? WHERE id = ?',
  addEntry: 'INSERT INTO entries (account, call, amount, balance, at) VALUES (?, ?, ?, ?, ?)',
  findAnswer:
    'SELECT body, url FROM answers JOIN calls ON calls.id = call WHERE answers.account = ? AND request_id = ?',
  claimId: 'INSERT INTO answers (account, request_id, call) VALUES (?, ?, ?)',
  storeAnswer: 'UPDATE answers SET body = ? WHERE account = ? AND request_id = ?',
  dropId: 'DELETE FROM answers WHERE account = ? AND request_id = ?',
  addAccount: 'INSERT INTO accounts (balance) VALUES (?)',
  addKey: 'INSERT INTO keys (hash, account) VALUES (?, ?)',
};

export interface HeldCall {
  id: number;
  account: number;
  price: number;
  /** The caller's own id, by which the answer is stored; null without one. */
  requestId: string | null;
}

export interface Request {
  account: number;
  url: string;
  price: number;
  requestId: string | null;
}

export type Opened =
  | { kind: 'held'; call: HeldCall }
  | { kind: 'replay'; body: string }
  /** The id belongs to another request, or its first call has not ended. */
  | { kind: 'conflict' }
  | { kind: 'poor' };

function replayOf({ body, url }: Record<string, unknown>, wanted: string): Opened {
  return body === null || url !== wanted ? { kind: 'conflict' } : { kind: 'replay', body: body as string };
}

const hashOf = (secret: string) => hash('sha256', secret, 'hex');

export class BillingLedger {
  readonly #db: DatabaseSync;
  readonly #run: Record<keyof typeof STATEMENTS, StatementSync>;

  constructor(file: string) {
    this.#db = new DatabaseSync(file);
    this.#db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    this.#db.exec(SCHEMA);
    const prepared = Object.entries(STATEMENTS).map(([name, sql]) => [name, this.#db.prepare(sql)]);
    this.#run = Object.fromEntries(prepared);
  }

  /** Creates an account with money and one key. */
  addCaller(secret: string, funds: number): void {
    this.#commit(() => {
      const account = Number(this.#run.addAccount.run(funds).lastInsertRowid);
      this.#run.addKey.run(hashOf(secret), account);
      this.#run.addEntry.run(account, null, funds, funds, Date.now());
    });
  }

  accountOf(secret: string): number | null {
    const found = this.#run.findKey.get(hashOf(secret));
    return found === undefined ? null : (found.account as number);
  }

  /** Inserts the call, its hold and its id, unless the answer is stored already. */
  open({ account, url, price, requestId }: Request): Opened {
    return this.#commit(() => {
      if (requestId !== null) {
        const found = this.#run.findAnswer.get(account, requestId);
        if (found !== undefined) return replayOf(found, url);
      }
      if (this.#run.hold.run(price, account).changes === 0) return { kind: 'poor' };
      const id = Number(this.#run.openCall.run(account, url, price, Date.now()).lastInsertRowid);
      if (requestId !== null) this.#run.claimId.run(account, requestId, id);
      return { kind: 'held', call: { id, account, price, requestId } };
    });
  }

  /** Writes charge, entry, state and, with an id of the caller, the answer, all in one commit. Returns the answer. */
  settle(call: HeldCall, answerOf: (balance: number) => string): string {
    return this.#commit(() => {
      this.#end(call, 'settled');
      const balance = this.#run.charge.get(call.price, call.account)!.balance as number;
      this.#run.addEntry.run(call.account, call.id, -call.price, balance, Date.now());
      const body = answerOf(balance);
      if (call.requestId !== null) this.#run.storeAnswer.run(body, call.account, call.requestId);
      return body;
    });
  }

  release(call: HeldCall): void {
    this.#commit(() => {
      this.#end(call, 'released');
      this.#run.release.run(call.price, call.account);
      if (call.requestId !== null) this.#run.dropId.run(call.account, call.requestId);
    });
  }

  close(): void {
    this.#db.close();
  }

  #end({ id }: HeldCall, state: 'settled' | 'released'): void {
    if (this.#run.endCall.run(state, id).changes === 0) throw new Error(`call ${id} has ended before`);
  }

  #commit<T>(work: () => T): T {
    this.#run.begin.run();
    try {
      const result = work();
      this.#run.commit.run();
      return result;
    } catch (error) {
      this.#run.rollback.run();
      throw error;
    }
  }
}
