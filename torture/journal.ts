// The format of the journals: JSON lines, one event each, in the sequence in which they were written. Time is monotonic, in nanoseconds
// since the start of the round, and the same for every process of this machine. It never judges.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/** ok: a 2xx. fail: any other complete answer. info: unknown whether it happened. */
export type EventType = 'invoke' | 'ok' | 'fail' | 'info';

/** What the driver asks for. `after_revoke` is a call with a key that was just revoked; `asked` is one through the tools for agents. */
export type Op =
  | 'account'
  | 'key'
  | 'project'
  | 'buy'
  | 'bounded'
  | 'quoted'
  | 'stolen'
  | 'capped'
  | 'walk'
  | 'again'
  | 'altered'
  | 'foreign'
  | 'asked'
  | 'free'
  | 'quote'
  | 'dry'
  | 'complain'
  | 'decide'
  | 'topup'
  | 'topup_again'
  | 'topup_altered'
  | 'revoke'
  | 'after_revoke'
  | 'publish'
  | 'balance'
  | 'entries'
  | 'receipt'
  | 'fresh'
  | 'exact'
  | 'limited'
  | 'exact_cap'
  | 'exact_gifts'
  | 'final_receipt'
  | 'final_balance'
  /** Collections and watches: create one, read its state, its items, its export, change its budget; `peek` is a look by another account. */
  | 'collect'
  | 'collect_altered'
  | 'watch'
  | 'state'
  | 'items'
  | 'export'
  | 'cancel'
  | 'rebudget'
  | 'pause'
  | 'run'
  | 'peek';

/** Operations that may cost money. */
export const BILLED: readonly Op[] = [
  'buy',
  'bounded',
  'quoted',
  'stolen',
  'capped',
  'walk',
  'again',
  'altered',
  'foreign',
  'after_revoke',
  'fresh',
  'exact',
  'limited',
  'exact_cap',
  'exact_gifts',
];

/** Platform, id, and the platform's mark. */
export type ShownItem = [platform: string, id: string, nonce: string];

/** The report of an answer on one platform. */
export interface ToldLeg {
  platform: string;
  status: string;
  charged: string;
  end: string | null;
}

/** One line of the client journal. A completion has the `n` of its invocation and repeats what it was about. */
export interface ClientEvent {
  seq: number;
  t: number;
  n: number;
  type: EventType;
  op: Op;
  node?: string;
  account?: string;
  /** The caller's own request id, or the payment reference of a top-up. */
  id?: string;
  key?: string;
  path?: string;
  keyword?: string;
  amount?: number;
  status?: number;
  code?: string;
  digest?: string;
  /** The platform's mark inside the body. */
  nonce?: string;
  /** Of the delivered records. */
  ids?: string[];
  /** Of a transcript. */
  cues?: number;
  charged?: string;
  balance?: string;
  held?: string;
  replayed?: boolean;
  source?: string;
  version?: number;
  duplicate?: boolean;
  state?: string;
  /** The most that the caller was willing to pay, in micro-units. */
  ceiling?: number;
  /** The catalog version that was quoted to the caller. */
  quotedVersion?: number;
  /** For a refusal or a dry run: the most that the call can cost. */
  price?: string;
  /** The limit of the key or project that is created. */
  budget?: { scope: string; window: string; capMicros: number };
  /** The cap that a refusal names. */
  cap?: { scope: string; window: string; limit: string; spent: string; left: string };
  project?: string;
  ground?: string;
  refunded?: string;
  decision?: string;
  would?: string;
  /** The cursor of a page over many platforms; absent for the first. */
  pcursor?: string;
  /** A page over many platforms. */
  walk?: { next: string; resumed: boolean; shown: ShownItem[]; legs: ToldLeg[] };
  /** Entries of a page, as [seq, amount, balance after]. */
  entries?: [number, string, string][];
  /** The collection or watch. */
  owner?: string;
  /** A list of items: those after this number, as [number, id]. */
  after?: number;
  items?: [number, string][];
  /** Of a collection or watch: why it ended, what it waits for or is paused for. */
  stands?: string;
  exported?: { count: number; digest: string };
  why?: string;
}

/** Prefix of the keyword of a look-up that belongs to another question. */
export const IN_PASSING = 'video:';

/** One line of the fake platform's journal: a request that reached it, written before any byte of its answer. */
export interface UpstreamEvent {
  seq: number;
  t: number;
  provider: string;
  platform: string;
  keyword: string;
  nonce: string;
  fault: string;
  /** Whether a complete and correct answer was about to be sent. */
  good: boolean;
}

/** One line of the fault log. */
export interface FaultEvent {
  seq: number;
  t: number;
  kind:
    | 'round'
    | 'start'
    | 'ready'
    | 'kill'
    | 'stop'
    | 'continue'
    | 'terminate'
    | 'exit'
    | 'memory'
    | 'database'
    | 'toxic'
    | 'upstream'
    | 'quiet'
    | 'phase'
    | 'healed';
  node?: string;
  link?: string;
  name?: string;
  detail?: string;
  code?: number | null;
  signal?: string | null;
  level?: number;
  /** Of the event `round`: the wall clock at time 0, in milliseconds. */
  wallMs?: number;
}

type Line<E> = Omit<E, 'seq' | 't'>;

/** Nanoseconds since `epoch`, which is itself a monotonic reading. Exact for a hundred days. */
function since(epoch: bigint): number {
  return Number(process.hrtime.bigint() - epoch);
}

export class Journal<E extends { seq: number; t: number }> {
  readonly #fd: number;
  readonly #epoch: bigint;
  #seq = 0;

  constructor(file: string, epoch: bigint) {
    this.#fd = openSync(file, 'a');
    this.#epoch = epoch;
  }

  now(): number {
    return since(this.#epoch);
  }

  write(line: Line<E>): E {
    const event = { seq: ++this.#seq, t: this.now(), ...line } as E;
    writeSync(this.#fd, `${JSON.stringify(event)}\n`);
    return event;
  }

  close(): void {
    closeSync(this.#fd);
  }
}

/** A last line that was cut by a kill is left out. */
export function readJournal<E>(file: string): E[] {
  const text = readFileSync(file, 'utf8');
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as E);
}
