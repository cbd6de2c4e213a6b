// Carries out the schedule of faults, and undoes all of it. It breaks only what it was given: its nodes, its links, its platform, its
// database. The fault log records what it does and undoes.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Link } from './fault-proxy.ts';
import type { FaultEvent, Journal } from './journal.ts';
import type { Action, Planned } from './schedule.ts';
import { type GatewayNode, START_MS_MAX } from './supervisor.ts';
import type { UpstreamOrder } from './upstream.ts';

export interface Victims {
  nodes: GatewayNode[];
  links: Link[];
  upstream: (order: UpstreamOrder) => void;
  database: {
    stop(): Promise<void>;
    start(): Promise<void>;
    failOver(): Promise<void>;
    migrate(): Promise<void>;
  } | null;
  /** Called after a node was stopped with this signal, before anything is started again. */
  afterDown: (node: GatewayNode, how: 'kill' | 'terminate') => Promise<void>;
}

const START_PAUSE_MS = 500;

export class Nemesis {
  readonly #victims: Victims;
  readonly #faults: Journal<FaultEvent>;
  /** Faults of one victim run one after the other. */
  readonly #turns = new Map<string, Promise<void>>();
  /** A fault that could not be undone; `heal` reports it. */
  #broken: Error | null = null;
  readonly counts = {
    kills: 0,
    stops: 0,
    terminations: 0,
    databaseRestarts: 0,
    failOvers: 0,
    migrations: 0,
    toxics: 0,
    upstream: 0,
  };

  constructor(victims: Victims, faults: Journal<FaultEvent>) {
    this.#victims = victims;
    this.#faults = faults;
  }

  async run(schedule: readonly Planned[]): Promise<void> {
    const began = performance.now();
    for (const { atMs, action } of schedule) {
      await sleep(Math.max(0, atMs - (performance.now() - began)));
      this.#begin(action);
    }
  }

  /** Everything works again when this resolves. */
  async heal(): Promise<void> {
    await Promise.all([...this.#turns.values()]);
    if (this.#broken !== null) throw this.#broken;
    await this.#victims.database?.start();
    this.#victims.upstream({ level: 0, faults: null });
    await Promise.all(this.#victims.links.map((link) => link.heal()));
    for (const node of this.#victims.nodes) node.resume();
    await Promise.all(this.#victims.nodes.map((node) => this.#startAgain(node)));
    this.#faults.write({ kind: 'healed' });
  }

  #begin(action: Action): void {
    const name = victimOf(action);
    const before = this.#turns.get(name) ?? Promise.resolve();
    const turn = before.then(() => this.#act(action));
    this.#turns.set(
      name,
      turn.catch((error) => {
        this.#broken ??= error as Error;
      }),
    );
  }

  async #act(action: Action): Promise<void> {
    switch (action.kind) {
      case 'quiet':
        this.#faults.write({ kind: 'quiet', detail: `${Math.round(action.forMs)} ms` });
        return;
      case 'kill':
        return this.#killOften(this.#node(action.node), action.againAfterMs);
      case 'terminate':
        return this.#down(this.#node(action.node), 'terminate');
      case 'stop':
        return this.#freeze(this.#node(action.node), action.forMs);
      case 'database':
        return this.#restartDatabase(action.forMs);
      case 'fail_over':
        return this.#failOver();
      case 'migrate':
        return this.#migrate();
      case 'link':
        return this.#poison(action);
      case 'upstream':
        return this.#spoil(action);
    }
  }

  #node(name: string): GatewayNode {
    return this.#victims.nodes.find((node) => node.name === name)!;
  }

  async #killOften(node: GatewayNode, againAfterMs: readonly number[]): Promise<void> {
    await this.#down(node, 'kill');
    for (const ms of againAfterMs) {
      await sleep(ms);
      await this.#down(node, 'kill');
    }
  }

  async #down(node: GatewayNode, how: 'kill' | 'terminate'): Promise<void> {
    if (!node.isUp) return this.#startAgain(node);
    if (how === 'kill') this.counts.kills++;
    else this.counts.terminations++;
    await (how === 'kill' ? node.kill() : node.terminate());
    await this.#victims.afterDown(node, how);
    await this.#startAgain(node);
  }

  /**
   * No fault lasts as long as a start may take, so a node that has not recovered by then never will. On an overloaded machine several
   * starts in a row ended after 40 s each, because their database had not answered.
   */
  async #startAgain(node: GatewayNode): Promise<void> {
    const untilMs = performance.now() + START_MS_MAX;
    while (!node.isUp) {
      try {
        await node.start();
      } catch (error) {
        if (performance.now() >= untilMs) throw error;
        await sleep(START_PAUSE_MS);
      }
    }
  }

  async #freeze(node: GatewayNode, forMs: number): Promise<void> {
    this.counts.stops++;
    node.stop();
    await sleep(forMs);
    node.resume();
  }

  async #restartDatabase(forMs: number): Promise<void> {
    const { database } = this.#victims;
    if (database === null) return;
    this.counts.databaseRestarts++;
    this.#faults.write({ kind: 'database', name: 'stop' });
    await database.stop();
    await sleep(forMs);
    await database.start();
    this.#faults.write({ kind: 'database', name: 'start' });
  }

  async #failOver(): Promise<void> {
    const { database } = this.#victims;
    if (database === null) return;
    this.counts.failOvers++;
    this.#faults.write({ kind: 'database', name: 'fail over' });
    await database.failOver();
    this.#faults.write({ kind: 'database', name: 'taken over' });
  }

  /** Repeated until it succeeds, like the start of a node, whatever interrupts it. */
  async #migrate(): Promise<void> {
    const { database } = this.#victims;
    if (database === null) return;
    this.#faults.write({ kind: 'database', name: 'migrate' });
    const untilMs = performance.now() + START_MS_MAX;
    while (this.counts.migrations === 0) {
      try {
        await database.migrate();
        this.counts.migrations++;
      } catch (error) {
        if (performance.now() >= untilMs) throw error;
        this.#faults.write({ kind: 'database', name: 'migrate again', detail: (error as Error).message });
        await sleep(START_PAUSE_MS);
      }
    }
    this.#faults.write({ kind: 'database', name: 'migrated' });
  }

  async #poison({ link: name, applied, forMs }: Extract<Action, { kind: 'link' }>): Promise<void> {
    const link = this.#victims.links.find((each) => each.name === name)!;
    this.counts.toxics += applied.length;
    const detail = applied.map(({ toxic, direction }) => `${toxic.name} ${direction}`).join(', ');
    this.#faults.write({ kind: 'toxic', link: name, name: 'on', detail });
    await link.apply(...applied);
    await sleep(forMs);
    await link.heal();
    this.#faults.write({ kind: 'toxic', link: name, name: 'off' });
  }

  async #spoil({ level, faults, forMs }: Extract<Action, { kind: 'upstream' }>): Promise<void> {
    this.counts.upstream++;
    const detail = faults === null ? 'all' : faults.join(', ');
    this.#faults.write({ kind: 'upstream', level, detail });
    this.#victims.upstream({ level, faults });
    await sleep(forMs);
    this.#victims.upstream({ level: 0, faults: null });
    this.#faults.write({ kind: 'upstream', level: 0 });
  }
}

function victimOf(action: Action): string {
  switch (action.kind) {
    case 'kill':
    case 'terminate':
    case 'stop':
      return action.node;
    case 'link':
      return action.link;
    case 'fail_over':
      return 'database';
    default:
      return action.kind;
  }
}
