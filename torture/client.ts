// One HTTP exchange from the caller's side: a complete answer, or an unknown outcome. A timeout, a reset and a partial answer are all
// unknown, never a refusal.
import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';

export interface Ask {
  port: number;
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  headers: Record<string, string>;
  body?: unknown;
  timeoutMs: number;
}

export type Heard =
  | { kind: 'answer'; status: number; headers: Record<string, string | undefined>; text: string }
  | { kind: 'unknown'; why: string };

/** Per link; enough for a burst of all workers. */
const SOCKETS_MAX = 256;
/** Shorter than any server here keeps connections, so that few requests meet a closing one. */
const IDLE_MS = 3_000;
/** More than an export of the longest lists. */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;

export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: SOCKETS_MAX, timeout: IDLE_MS });

  close(): void {
    this.#agent.destroy();
  }

  /** Never rejects. */
  exchange(ask: Ask): Promise<Heard> {
    return new Promise((resolve) => {
      const body = ask.body === undefined ? null : JSON.stringify(ask.body);
      const sent = request({
        agent: this.#agent,
        host: '127.0.0.1',
        port: ask.port,
        method: ask.method,
        path: ask.path,
        headers: body === null ? ask.headers : { ...ask.headers, 'content-type': 'application/json' },
      });
      const unknown = (why: string) => {
        clearTimeout(timer);
        resolve({ kind: 'unknown', why });
        sent.destroy();
      };
      const timer = setTimeout(() => unknown('timeout'), ask.timeoutMs);
      sent.on('error', (error) => unknown((error as NodeJS.ErrnoException).code ?? error.message));
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          bytes += chunk.length;
          if (bytes > ANSWER_BYTES_MAX) unknown('too long');
        });
        response.on('error', (error) => unknown((error as NodeJS.ErrnoException).code ?? error.message));
        response.on('aborted', () => unknown('aborted'));
        response.on('end', () => {
          if (!response.complete) return unknown('incomplete');
          clearTimeout(timer);
          const headers = response.headers as Record<string, string | undefined>;
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ kind: 'answer', status: response.statusCode ?? 0, headers, text });
        });
      });
      sent.end(body ?? undefined);
    });
  }
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

const RECORD_ID = /"(?:platform":"\w+","id|uuid|video_id)":"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/g;

/** The ids of the records in an answer, unified or as the platform writes them. Ids that an answer only calls missing are none. */
export function idsIn(text: string): string[] {
  return [...text.matchAll(RECORD_ID)].map(([, id]) => id!);
}

/** The mark that the fake platform put into this answer. */
export function nonceIn(text: string): string | undefined {
  return /"((?:forged-)?nonce-[^"]+)"/.exec(text)?.[1];
}
