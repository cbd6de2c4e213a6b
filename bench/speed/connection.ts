// One keep-alive connection of the load: sends one request at a time and reads its answer, with just enough HTTP/1.1 for answers that state
// their length. Anything else fails the run instead of being counted wrongly.
import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const NOTHING = Buffer.alloc(0);

export interface Answer {
  status: number;
  bytes: number;
}

export class Connection {
  readonly #port: number;
  #socket: Socket | null = null;
  #waiting: ((answer: Answer | Error) => void) | null = null;
  #head: Buffer = NOTHING;
  #answer: Answer | null = null;
  #left = 0;

  constructor(port: number) {
    this.#port = port;
  }

  open(): Promise<void> {
    const socket = connect({ host: '127.0.0.1', port: this.#port, noDelay: true });
    this.#socket = socket;
    socket.on('data', (chunk) => this.#read(chunk as Buffer));
    socket.on('close', () => this.#end(new Error('closed')));
    return new Promise((resolve, reject) => {
      socket.once('connect', resolve);
      socket.on('error', (error) => {
        reject(error);
        this.#end(error);
      });
    });
  }

  /**
   * The answer is returned as soon as its last byte has arrived. A connection that the gateway closed while it was idle is opened again: one
   * that has never sent anything is closed after ten seconds.
   */
  send(request: string, answered: (answer: Answer | Error) => void): void {
    if (this.#socket!.closed) {
      this.open().then(() => this.send(request, answered), answered);
      return;
    }
    this.#waiting = answered;
    this.#socket!.write(request, 'latin1');
  }

  close(): void {
    this.#waiting = null;
    this.#socket?.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#answer !== null) {
      this.#take(chunk.length);
      return;
    }
    const seen = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
    const end = seen.indexOf(HEAD_END);
    if (end < 0) {
      this.#head = seen;
      return;
    }
    this.#head = NOTHING;
    const head = seen.toString('latin1', 0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`an answer without a length:\n${head}`);
    this.#answer = { status: Number(head.slice(9, 12)), bytes: Number(length) };
    this.#left = Number(length);
    this.#take(seen.length - end - HEAD_END.length);
  }

  #take(bytes: number): void {
    this.#left -= bytes;
    if (this.#left > 0) return;
    if (this.#left < 0) throw new Error('more bytes than one answer has');
    const answer = this.#answer!;
    this.#answer = null;
    this.#end(answer);
  }

  #end(answer: Answer | Error): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.(answer);
  }
}
