// Everything that commands printed and asked, as text for a committed file: arguments, exit code, both outputs and the requests to the
// gateway. What is drawn anew in each run (ids, secrets, digests, ports, folders) becomes a number, so that the same thing has the same name
// throughout.
import type { IncomingMessage } from 'node:http';
import { lineJson } from '../../domain/text/line-json.ts';
import type { Ran, TestCli } from './cli.ts';

/** What is different in each run; the name says what it is. */
const DRAWN: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['digest', /\b[0-9a-f]{64}\b/g],
  ['request', /\bcli-[A-Za-z0-9]{20}\b/g],
  ['operator', /\brgo_[\w-]{43}/g],
  ['secret', /\b(?:rg[a-z]_live|whsec)_[\w+/=-]{12,}/g],
  ['prefix', /\brg[a-z]_live_[A-Za-z0-9]{3}\b/g],
  ['id', /(?<![A-Za-z])[a-z]{2,5}_[A-Za-z0-9]{12,}(?![A-Za-z0-9])/g],
  // A cell that is too narrow for an id.
  ['cut id', /(?<![A-Za-z])[a-z]{2,5}_[A-Za-z0-9]*…[A-Za-z0-9]+/g],
  ['node', /(?<="node": ?"|\{"id":")\w{12}(?=","pid|",?$)/gm],
  ['node', /(?<=Told )\w{12}/g],
  ['process', /(?<="pid":|\(process )\d+/g],
  // Of files of the database, which grow with every new table.
  ['size', /(?<=bytes":)\d{5,}/g],
  ['port', /(?<=(?:127\.0\.0\.1|localhost):)\d{4,5}\b/g],
];

/** Printed JSON with a line for each member of its outer levels; other text as it is. */
function readable(out: string): string[] {
  return out.startsWith('{') ? lineJson(JSON.parse(out), 2).split('\n') : out.trimEnd().split('\n');
}

/** Headers that a gateway acts upon. */
const SENT = ['authorization', 'x-reelgate-request-id', 'if-match', 'content-type'];

export class CommandRecord {
  readonly #cli: TestCli;
  /** By what they are. */
  readonly #known = new Map<string, string[]>();
  readonly #blocks: string[] = [];
  #asked: string[] = [];

  constructor(cli: TestCli) {
    this.#cli = cli;
  }

  /** Notes a request that the command under way sends. */
  async saw(request: IncomingMessage): Promise<void> {
    const { method, url, headers } = request;
    const sent = SENT.filter((name) => headers[name] !== undefined).map(
      (name) => `${name}: ${headers[name]}`,
    );
    const line = [`> ${method} ${url}`, ...sent];
    this.#asked.push(line.join(' | '));
    const place = this.#asked.length - 1;
    const asked = this.#asked;
    let body = '';
    for await (const part of request) body += part;
    if (body !== '') asked[place] += ` | ${body}`;
  }

  /** Drops the requests of a command that is not kept. */
  forget(): void {
    this.#asked = [];
  }

  add(argv: readonly string[], { code, out, err }: Ran): void {
    const lines = [
      `$ reelgate ${argv.map((word) => (/^[\w./:@=-]+$/.test(word) ? word : JSON.stringify(word))).join(' ')}`,
      ...this.#asked,
      ...(code === 0 ? [] : [`exit code ${code}`]),
      ...readable(out),
      ...(err === ''
        ? []
        : err
            .trimEnd()
            .split('\n')
            .map((line) => `! ${line}`)),
    ];
    // Where in the code it was is not what the command says.
    const kept = lines.filter((line) => line !== '' && !/^! {5}at /.test(line));
    this.#blocks.push(this.#named(kept.join('\n')));
    this.#asked = [];
  }

  #named(text: string): string {
    // Where a cell is broken depends on the length of the folder's name.
    const local = text
      .replaceAll(this.#cli.folder, 'FOLDER')
      .replace(/FOLDER.*(?:\n {10,}.*)+/g, (cell) => cell.replace(/\n {10,}/g, ' '));
    return DRAWN.reduce(
      (all, [what, pattern]) => all.replace(pattern, (found) => this.#numbered(what, found)),
      local,
    );
  }

  #numbered(what: string, found: string): string {
    const known = this.#known.get(what) ?? [];
    this.#known.set(what, known);
    if (!known.includes(found)) known.push(found);
    return `<${what} ${known.indexOf(found) + 1}>`;
  }

  text(): string {
    return `${this.#blocks.join('\n\n')}\n`;
  }
}
