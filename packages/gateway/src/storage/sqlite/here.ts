// Runs verbs of calls on the event loop, in one transaction. It waits for no lock: another process that writes just now, like any other
// refusal of the database, sends the verbs to the storage thread, which may wait and knows what to do with a verb that fails.
import type { VerbMessage, VerbOutcome } from './call-messages.ts';
import { asCallVerb, runCalls } from './calls.ts';
import { CommitInDoubt } from './connection.ts';
import { Database, type DatabaseSettings } from './database.ts';
import type { Moment } from './verb-context.ts';

export class Here {
  readonly #database: Database;

  constructor(settings: DatabaseSettings) {
    this.#database = new Database({ ...settings, busyMs: 0, leavesLog: true });
  }

  /** null: refused, and nothing has changed. */
  run(verbs: readonly VerbMessage[], moment: Moment): VerbOutcome[] | null {
    try {
      const calls = verbs.map((verb) => asCallVerb(verb)!);
      const values = this.#database.write(moment, verbs, (context) => runCalls(context, calls));
      return values.map((value) => ({ ok: true, value }));
    } catch (error) {
      if (!(error instanceof CommitInDoubt)) return null;
      const { message } = error;
      return verbs.map(() => ({ ok: false, unavailable: true, inDoubt: true, message }));
    }
  }

  disconnect(): void {
    this.#database.disconnect();
  }
}
