// HTTP as raw bytes, for tests that send what no client library would: it opens a socket, writes, and splits what comes back into answers.
// It never waits for silence: an exchange ends when the server closes the connection, or fails at its time limit.
import { connect, type Socket } from 'node:net';

/** Far longer than any refusal takes: only a server that never closes reaches it. */
const EXCHANGE_MS_MAX = 15_000;

export interface RawAnswer {
  status: number;
  /** By lower-case name; of a repeated name, the last value. */
  headers: Record<string, string>;
  text: string;
}

interface Exchange {
  answers: RawAnswer[];
  /** Everything that came, unchanged. */
  text: string;
}

/** A well-formed request with these additional header lines; with a body, its length is included. */
export function requestText(line: string, headers: readonly string[] = [], body = ''): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return [`${line} HTTP/1.1`, 'Host: test', ...headers, ...length, '', body].join('\r\n');
}

function readHeaders(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
}

/** Splits bytes into answers by their announced lengths. Throws on bytes that belong to no answer: then the server mixed answers up. */
export function answersIn(bytes: Buffer, methods: readonly string[] = []): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const headEnd = bytes.indexOf('\r\n\r\n', at);
    const [first = '', ...lines] = bytes.subarray(at, headEnd).toString('latin1').split('\r\n');
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1];
    if (headEnd === -1 || status === undefined)
      throw new Error(`no answer begins here: ${first.slice(0, 80)}`);
    const headers = readHeaders(lines);
    const isBodiless = methods[answers.length] === 'HEAD' || Number(status) < 200;
    const end = headEnd + 4 + (isBodiless ? 0 : Number(headers['content-length'] ?? 0));
    answers.push({ status: Number(status), headers, text: bytes.toString('utf8', headEnd + 4, end) });
    at = end;
  }
  return answers;
}

/** A connection to one of the listeners, with everything that it has sent so far. */
export class RawConnection {
  readonly socket: Socket;
  /** Settles when the server has closed the connection, and rejects when it does not. */
  readonly closed: Promise<Buffer>;
  readonly #chunks: Buffer[] = [];

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
    this.socket.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    // A reset is an end like any other: what came before it counts.
    this.socket.on('error', () => {});
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const late = setTimeout(() => {
      reject(new Error(`the server did not close: ${this.received.toString('utf8').slice(0, 200)}`));
      this.socket.destroy();
    }, EXCHANGE_MS_MAX);
    this.socket.on('close', () => {
      clearTimeout(late);
      resolve(this.received);
    });
    this.closed = promise;
  }

  get received(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

/** Sends the bytes unchanged and reads until the server closes. `methods` matters only for answers without a body. */
export async function exchangeBytes(
  url: string,
  bytes: string | Buffer,
  methods: readonly string[] = [],
): Promise<Exchange> {
  const connection = new RawConnection(url);
  connection.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  const received = await connection.closed;
  return { answers: answersIn(received, methods), text: received.toString('utf8') };
}
