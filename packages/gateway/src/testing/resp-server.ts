// A small server for tests that speaks the protocol of Valkey and Redis, as far as the gateway uses it: values with an expiry, and faults
// on the way. Its clock is the test's.
import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** How it treats commands: answers, stays silent, closes the connection, sends something that is not an answer, or answers with an error. */
type RespMood = 'well' | 'hangs' | 'cuts' | 'babbles' | 'refuses';

interface RespValue {
  value: Buffer;
  endsMs: number;
}

const CRLF = '\r\n';
const bulk = (value: Buffer) =>
  Buffer.concat([Buffer.from(`$${value.length}${CRLF}`), value, Buffer.from(CRLF)]);

export class RespServer {
  readonly values = new Map<string, RespValue>();
  readonly commands: string[] = [];
  mood: RespMood = 'well';
  nowMs: () => number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #told = new EventEmitter();

  private constructor(nowMs: () => number) {
    this.nowMs = nowMs;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async start(nowMs: () => number = () => Date.now()): Promise<RespServer> {
    const server = new RespServer(nowMs);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves when this many values of answers are stored. */
  async holds(count: number): Promise<void> {
    while (this.answers < count) await once(this.#told, 'set');
  }

  /** How many values of answers are there. */
  get answers(): number {
    return [...this.values.keys()].filter((name) => !/:(era|gone):/.test(name)).length;
  }

  async heard(command: string): Promise<void> {
    while (!this.commands.includes(command)) await once(this.#told, 'command');
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    let rest: Buffer = Buffer.alloc(0);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes as Buffer]);
      for (let read = readCommand(rest); read !== null; read = readCommand(rest)) {
        rest = rest.subarray(read.length);
        this.#answer(socket, read.words);
      }
    });
  }

  #answer(socket: Socket, [first, ...words]: Buffer[]): void {
    const command = first!.toString().toLowerCase();
    this.commands.push(command);
    this.#told.emit('command');
    // Connecting succeeds in every mode except silence: the commands that calls wait for are what fails.
    if (this.mood === 'hangs') return;
    if (command === 'info')
      return void socket.write(bulk(Buffer.from('redis_version:7.2.0\r\nloading:0\r\n')));
    if (command === 'client' || command === 'ping') return void socket.write(`+OK${CRLF}`);
    if (this.mood === 'cuts') return void socket.destroy();
    if (this.mood === 'babbles') return void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
    if (this.mood === 'refuses') return void socket.write(`-OOM command not allowed${CRLF}`);
    socket.write(this.#reply(command, words));
  }

  #reply(command: string, [name, ...words]: Buffer[]): Buffer | string {
    const found = this.values.get(name!.toString());
    const kept = found !== undefined && found.endsMs > this.nowMs() ? found : null;
    if (command === 'pttl') return `:${kept === null ? -2 : Math.ceil(kept.endsMs - this.nowMs())}${CRLF}`;
    if (command === 'getrange')
      return bulk((kept?.value ?? Buffer.alloc(0)).subarray(0, Number(words[1]) + 1));
    if (command === 'exists') {
      const isKept = (word: Buffer) => (this.values.get(word.toString())?.endsMs ?? 0) > this.nowMs();
      return `:${[name!, ...words].filter(isKept).length}${CRLF}`;
    }
    if (command !== 'set') return `-ERR unknown command${CRLF}`;
    this.values.set(name!.toString(), { value: words[0]!, endsMs: this.nowMs() + Number(words[2]) });
    this.#told.emit('set');
    return `+OK${CRLF}`;
  }
}

/** The first command in these bytes: `*2 $3 GET $1 a`; null when it is not complete yet. */
function readCommand(bytes: Buffer): { words: Buffer[]; length: number } | null {
  let at = 0;
  const line = (): string | null => {
    const end = bytes.indexOf(CRLF, at);
    const text = end === -1 ? null : bytes.toString('latin1', at, end);
    at = end + CRLF.length;
    return text;
  };
  const head = line();
  if (head === null) return null;
  const words: Buffer[] = [];
  for (let count = Number(head.slice(1)); count > 0; count--) {
    const size = line();
    if (size === null || at + Number(size.slice(1)) + CRLF.length > bytes.length) return null;
    words.push(bytes.subarray(at, at + Number(size.slice(1))));
    at += Number(size.slice(1)) + CRLF.length;
  }
  return { words, length: at };
}
