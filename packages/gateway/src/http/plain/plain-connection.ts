// Owns one accepted connection for as long as its caller sends plain requests, one after the other. The first piece that is
// anything else goes to Node's own server, together with the connection, for good. What comes while an answer is due waits: a first
// piece here, and as much behind it as a stream holds before its sender has to wait.
import type { Socket } from 'node:net';
import type { Piece } from '../../domain/answer.ts';
import type { Form } from '../answer-form.ts';
import type { PlainReader, PlainRequest } from './plain-request.ts';
import type { HeadWriter } from './write-head.ts';

/** What all connections of a listener share. */
export interface PlainWay {
  read: PlainReader;
  writeHead: HeadWriter;
  /** Must end in one `send`. */
  serve(request: PlainRequest, connection: PlainConnection): void;
  /** Takes the connection over, with bytes that were read and are not plain. */
  handOver(connection: PlainConnection, bytes: Buffer): void;
  closed(connection: PlainConnection): void;
  /** True when the process stops: answers close their connections. */
  draining(): boolean;
  /** Without a byte in or out for so long, while an answer is being written, the connection is cut. */
  stallMs: number;
}

export class PlainConnection {
  readonly socket: Socket;
  readonly #way: PlainWay;
  #state: 'silent' | 'idle' | 'answering' = 'silent';
  #isLast = false;
  /** Came while an answer was due. */
  #kept: Buffer | null = null;
  #whenSent: (() => void) | null = null;
  #looks = 0;

  constructor(socket: Socket, way: PlainWay) {
    this.socket = socket;
    this.#way = way;
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('error', nothing);
    socket.on('timeout', this.#onStall);
    socket.on('close', this.#onClose);
  }

  get state() {
    return this.#state;
  }

  /** How many looks, this one included, have seen the connection in its present state. */
  look(): number {
    return ++this.#looks;
  }

  /** Gives the socket away, free of everything of ours. */
  release(): Socket {
    const { socket } = this;
    socket.off('data', this.#onData);
    socket.off('end', this.#onEnd);
    socket.off('error', nothing);
    socket.off('timeout', this.#onStall);
    socket.off('close', this.#onClose);
    return socket;
  }

  /** `then` runs when the bytes have left, or will never leave. */
  send({ status, headers, body }: Form, then: () => void = nothing): void {
    const { socket } = this;
    if (socket.destroyed) {
      then();
      return;
    }
    this.#isLast ||= this.#way.draining();
    this.#whenSent = then;
    this.#write(this.#way.writeHead(status, headers, this.#isLast), body);
    // Nearly always the kernel has taken all of it by now.
    if (socket.writableLength > 0) socket.setTimeout(this.#way.stallMs);
  }

  /** In one go, whatever the number of pieces. */
  #write(head: string, body: readonly Piece[]): void {
    const { socket } = this;
    const last = body.at(-1)!;
    if (body.length === 1 && typeof last === 'string') {
      socket.write(head + last, this.#onSent);
      return;
    }
    socket.cork();
    socket.write(head, 'latin1');
    for (let i = 0; i < body.length - 1; i++) socket.write(body[i]!);
    socket.write(last, this.#onSent);
    socket.uncork();
  }

  readonly #onSent = (error?: Error | null): void => {
    this.#leave();
    // One that broke is closed, which is told separately.
    if (error) return;
    if (this.#isLast) this.socket.destroySoon();
    else this.#goOn();
  };

  #goOn(): void {
    const { socket } = this;
    this.#enter('idle');
    if (socket.timeout) socket.setTimeout(0);
    const kept = this.#kept;
    if (kept === null) return;
    this.#kept = null;
    socket.resume();
    this.#take(kept);
  }

  readonly #onData = (bytes: Buffer): void => {
    if (this.#state !== 'answering') this.#take(bytes);
    else {
      this.#kept = bytes;
      this.socket.pause();
    }
  };

  #take(bytes: Buffer): void {
    const request = this.#way.read(bytes);
    if (request === null) this.#way.handOver(this, bytes);
    else {
      this.#enter('answering');
      this.#isLast = request.isLast;
      this.#way.serve(request, this);
    }
  }

  #enter(state: 'idle' | 'answering'): void {
    this.#state = state;
    this.#looks = 0;
  }

  #leave(): void {
    const then = this.#whenSent;
    this.#whenSent = null;
    then?.();
  }

  /** The caller sends no more, but may still read. */
  readonly #onEnd = (): void => {
    if (this.#state === 'answering') this.#isLast = true;
    else this.socket.end();
  };

  readonly #onStall = (): void => {
    this.socket.destroy();
  };

  readonly #onClose = (): void => {
    this.#leave();
    this.#way.closed(this);
  };
}

/** For errors, too: one closes the connection, and that is all there is to know. */
function nothing(): void {}
