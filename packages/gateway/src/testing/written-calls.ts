// Writes down everything that a call leaves: the status, headers and body of its answer, what was asked of which provider, every row
// that it changed, and its log line. Tests compare the text with a file. What differs from run to run has a
// name there, and times and sums count from the beginning, so that a situation reads the same wherever it stands.
import { setImmediate } from 'node:timers/promises';
import type { Log } from '../observe/log.ts';
import { RowChanges } from './row-changes.ts';
import type { Answer, Ask, TestGateway } from './test-gateway.ts';

/** Headers of every answer, which other tests look at, and those that depend on the connection or the compression. */
const NOT_WRITTEN = [
  ...['cache-control', 'content-security-policy', 'cross-origin-resource-policy', 'referrer-policy', 'vary'],
  ...['x-content-type-options', 'x-frame-options', 'connection', 'keep-alive', 'date', 'content-length'],
  ...['transfer-encoding', 'content-encoding'],
];
const JSON_TYPE = 'content-type: application/json; charset=utf-8';
/** Figures about the process, and those that depend on more than the calls. */
const NOT_COUNTED =
  /^(process_|nodejs_|reelgate_(commit|job|process|build|ledger|call_duration_seconds_bucket|provider_(state|recent|suspended)))/;
/** Longer lines of an answer are written once. */
const LONG = 120;

interface Beginning {
  atMs: number;
  /** By the secret that is sent, or '' for the account of the gateway's own key. */
  accountOf(key: string): string;
  /** Calls are expected to stay without an end. */
  isStuck: boolean;
}

export class WrittenCalls {
  readonly #gateway: TestGateway;
  readonly #rows: RowChanges;
  readonly #names = new Map<string, string>();
  readonly #logged: string[] = [];
  #began: Beginning = { atMs: 0, accountOf: () => '', isStuck: false };
  /** Calls of earlier situations that have no end. */
  #open = 0;
  #lines: string[] = [];
  #bodies = new Map<string, string>();

  constructor(gateway: TestGateway, log: Lines) {
    this.#gateway = gateway;
    this.#rows = new RowChanges(gateway.folder);
    log.write = (line) => void this.#logged.push(line);
  }

  /** Everything before belongs to the preparation. */
  begin(began: Beginning): void {
    this.#began = began;
    this.#rows.begin();
    this.#open = this.#rows.open();
    this.#logged.length = 0;
    this.#bodies.clear();
    this.#lines = [];
  }

  /** `value`, which is random, is written as this name. */
  call(value: string, name: string): void {
    this.#names.set(value, name);
  }

  /** What the test itself has changed is not written. */
  skip(): void {
    this.#rows.take();
  }

  /** Something that a provider was asked. */
  note(line: string): void {
    this.#lines.push(`  asks ${line}`);
  }

  async ask(title: string, target: string, ask: Ask = {}): Promise<Answer> {
    this.#lines.push('', `${title}: ${ask.method ?? 'GET'} ${target}`);
    const answer = await this.#gateway.ask(target, ask);
    // A call that broke is released after its caller has got the answer.
    if (!this.#began.isStuck) while (this.#rows.open() > this.#open) await setImmediate();
    const balance = this.#rows.balances().get(this.#began.accountOf(ask.key ?? '')) ?? 0;
    const lines = [`  ${answer.status}`, ...headersOf(answer), ...this.#bodyOf(title, answer)];
    this.#lines.push(...lines.map((line) => sinceBalance(line, balance)), ...this.#left());
    return answer;
  }

  /** The text since the beginning. */
  text(): string {
    return this.#named([...this.#lines, ''].join('\n')).trimStart();
  }

  /** What the metrics have counted. */
  async metrics(): Promise<string> {
    const { text } = await this.#gateway.metrics();
    const lines = text.split('\n').filter((line) => /^\w/.test(line) && !NOT_COUNTED.test(line));
    return [...lines.filter((line) => !line.endsWith(' 0')).sort(), ''].join('\n');
  }

  close(): void {
    this.#rows.close();
  }

  #left(): string[] {
    const lines = [...this.#rows.take(), ...this.#logged];
    this.#logged.length = 0;
    return lines.map((line) => `  ${line}`);
  }

  /** One line for each field of the answer, and for each record of a list. What was written before is named by its title. */
  #bodyOf(title: string, { body, text }: Answer): string[] {
    const same = this.#bodies.get(text);
    if (same !== undefined) return [`  the same bytes as ${same}`];
    this.#bodies.set(text, title);
    if (body === null) return text === '' ? [] : [`  | ${text}`];
    return linesOf(body).map(([name, line]) => {
      const before = this.#bodies.get(line);
      if (before !== undefined) return `  ${name} as in ${before}`;
      if (line.length > LONG) this.#bodies.set(line, title);
      return `  ${name} ${line}`;
    });
  }

  #named(text: string): string {
    const known = [...this.#names].reduce((out, [value, name]) => out.replaceAll(value, name), text);
    const since = (ms: number) => `T${ms < this.#began.atMs ? '' : '+'}${ms - this.#began.atMs}`;
    const today = new Date(this.#began.atMs).toISOString().slice(0, 10);
    return known
      .replace(/\breq_\w{26}\b/g, 'req_…')
      .replace(/\bwalk_states id=[\w-]+(.*) size=\d+/g, 'walk_states id=…$1 size=…')
      .replace(/\btok_\w{16}\b/g, 'tok_…')
      .replace(/\bnode=[\w-]{12}(?= )/g, 'node=…')
      .replace(/\b1[789]\d{11}\b/g, (ms) => since(Number(ms)))
      .replace(/\b20\d\d-\d\d-\d\dT[\d:.]{12}Z/g, (time) => since(Date.parse(time)))
      .replaceAll(today, 'TODAY')
      .replaceAll(`=${today.slice(0, 7)} `, '=THIS-MONTH ')
      .replaceAll(`"${today.slice(0, 7)}"`, '"THIS-MONTH"')
      .replace(/[\w-]{60,}/g, 'sealed…')
      .replace(/(?<=pcursor=sealed[\s\S]*)fingerprint=\S+/g, 'fingerprint=…')
      .replaceAll(/Reelgate\/\d+\.\d+/g, 'Reelgate')
      .replaceAll(/127\.0\.0\.1:\d+/g, 'upstream');
  }
}

/** A balance is written as it differs from that of the beginning. */
const sinceBalance = (line: string, micros: number) =>
  line.replace(
    /(balance: |balance(?:_after)?"? ?:?"|available":"|\.available "|Available: )(-?\d+\.\d{6})/g,
    (_all, before: string, amount: string) =>
      `${before}B${signedMoney(Math.round(Number(amount) * 1e6) - micros)}`,
  );

const signedMoney = (micros: number) => `${micros < 0 ? '' : '+'}${(micros / 1e6).toFixed(6)}`;

const headersOf = ({ headers }: Answer) =>
  [...headers]
    .filter(([name]) => !NOT_WRITTEN.includes(name))
    .map(([name, value]) => `${name}: ${value}`)
    .filter((line) => line !== JSON_TYPE)
    .map((line) => `  ${line}`);

const linesOf = (body: object): [string, string][] =>
  Object.entries(body).flatMap(([name, value]): [string, string][] =>
    Array.isArray(value) && typeof value[0] === 'object'
      ? value.map((one, i) => [`.${name}[${i}]`, JSON.stringify(one, withoutEmpty)])
      : [[`.${name}`, JSON.stringify(value, withoutEmpty)]],
  );

/** Records have dozens of fields that the platform did not fill. */
function withoutEmpty(_name: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, one]) => !isEmpty(one)));
}

const isEmpty = (one: unknown): boolean =>
  one === null || (typeof one === 'object' && Object.values(one as object).every((inner) => isEmpty(inner)));

/** A log whose lines a test reads. */
interface Lines {
  log: Log;
  write(line: string): void;
}

export function createLines(): Lines {
  const lines: Lines = { log: null as unknown as Log, write: () => {} };
  const line = (level: string) => (detail: object, message: string) =>
    lines.write(`log ${level} "${message}" ${JSON.stringify(detail)}`);
  lines.log = {
    ...{ error: line('error'), warn: line('warn'), info: line('info'), debug: line('debug') },
    isLevelEnabled: () => true,
    setLevel() {},
  };
  return lines;
}
