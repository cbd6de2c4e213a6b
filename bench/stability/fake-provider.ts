// A separate process: all fake providers of the bench, each on its own loopback port, with a seeded fault and a journal. It is apart from
// the gateway and the client, so that its work is not counted as theirs. It ends with its parent.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { peertube } from '../../packages/gateway/src/connectors/peertube/peertube.simulation.ts';
import type { SimulatedAnswer } from '../../packages/gateway/src/testing/platforms/simulation.ts';
import type { Behaviour, Message, ProviderSpec, Reply, Seen } from './behaviour.ts';
import { draw } from './seeded-draw.ts';

/** Ten times what a row sends; a run that exceeds it is out of control. */
const JOURNAL_MAX = 100_000;
/** Longer than any row, so that no connection closes because of its age and a broken one is a finding. */
const KEEP_ALIVE_MS = 60_000;

interface Verdict {
  afterMs: number;
  answer: SimulatedAnswer | 'page';
}

function trouble(status: number, headers: Record<string, string> = {}): SimulatedAnswer {
  return { status, headers, body: JSON.stringify({ type: 'about:blank', status }) };
}

function isHit(fault: { keyword?: string }, keyword: string): boolean {
  return fault.keyword === undefined || fault.keyword === keyword;
}

class FakeProvider {
  readonly name: string;
  #behaviour: Behaviour = { kind: 'well', latencyMs: 20 };
  #journal: Seen[] = [];
  /** How often each keyword came, so that a second attempt gets its own draw. */
  readonly #visits = new Map<string, number>();
  readonly #held = new Set<() => void>();
  readonly #seed: number;
  readonly #total: number;
  readonly #server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) =>
    this.#take(request, response),
  );

  constructor({ name, total }: ProviderSpec, seed: number) {
    this.name = name;
    this.#total = total;
    this.#seed = seed;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  behave(behaviour: Behaviour): void {
    this.#behaviour = behaviour;
    for (const resume of this.#held) resume();
    this.#held.clear();
  }

  takeJournal(): Seen[] {
    const seen = this.#journal;
    this.#journal = [];
    return seen;
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://provider.example');
    const keyword = url.searchParams.get('search') ?? '';
    const seen: Seen = { keyword, atMs: performance.now(), answeredAtMs: null, status: null };
    if (this.#journal.push(seen) > JOURNAL_MAX) throw new Error(`${this.name} was asked too often`);
    this.#visits.set(keyword, (this.#visits.get(keyword) ?? 0) + 1);
    const page = () =>
      peertube.answer({ method: request.method ?? '', url, headers: {}, body: '' }, this.#total);
    const serve = () => {
      const verdict = this.#judge(keyword);
      if (verdict === null) return void this.#held.add(serve);
      const end = () => finish(response, seen, verdict.answer === 'page' ? page() : verdict.answer);
      setTimeout(end, verdict.afterMs);
    };
    serve();
  }

  /** null to hold the search. */
  #judge(keyword: string): Verdict | null {
    const behaviour = this.#behaviour;
    const chance = () => draw(this.#seed, `${this.name} ${keyword} ${this.#visits.get(keyword)}`);
    switch (behaviour.kind) {
      case 'silent':
        return null;
      case 'well':
        return { afterMs: behaviour.latencyMs, answer: 'page' };
      case 'down':
        return { afterMs: behaviour.latencyMs, answer: isHit(behaviour, keyword) ? trouble(503) : 'page' };
      case 'flaky':
        return { afterMs: behaviour.latencyMs, answer: chance() < behaviour.share ? trouble(500) : 'page' };
      case 'bimodal':
        return {
          afterMs: chance() < behaviour.share ? behaviour.slowMs : behaviour.latencyMs,
          answer: 'page',
        };
      case 'limiting': {
        const answer = trouble(429, { 'retry-after': String(behaviour.retryAfterSeconds) });
        return { afterMs: behaviour.latencyMs, answer };
      }
    }
  }
}

function finish(response: ServerResponse, seen: Seen, { status, headers, body }: SimulatedAnswer): void {
  seen.answeredAtMs = performance.now();
  seen.status = status;
  // The gateway may have closed the connection: a hedge that lost.
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}

const { seed, specs } = JSON.parse(process.argv[2]!) as { seed: number; specs: ProviderSpec[] };
const providers = new Map(specs.map((spec) => [spec.name, new FakeProvider(spec, seed)]));
const tell = (reply: Reply) => process.send?.(reply);

process.on('disconnect', () => process.exit());
process.on('message', ({ id, order }: Message) => {
  const provider = providers.get(order.provider)!;
  if (order.kind === 'behave') provider.behave(order.behaviour);
  tell({ kind: 'done', id, seen: order.kind === 'journal' ? provider.takeJournal() : [] });
});

const urls: Record<string, string> = {};
for (const provider of providers.values()) urls[provider.name] = await provider.listen();
tell({ kind: 'serving', urls });
