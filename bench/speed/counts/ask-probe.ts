// Starts a program with the probe, and asks the probe for its sums.
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Program } from '../processes.ts';

export const KINDS = ['promises', 'timers', 'immediates', 'messages', 'statements', 'commits', 'kB'] as const;
/** Sums of all threads of a process since it began. `kB` is what commits wrote: the database's log. */
export type Counts = Record<(typeof KINDS)[number], number>;

export function counted(program: Program, isCounted: boolean): Program {
  if (!isCounted) return program;
  const args = ['--import', path.join(import.meta.dirname, 'probe.ts'), ...program.args];
  return { ...program, args, speaks: true };
}

export async function countsOf(child: ChildProcess): Promise<Counts> {
  const told = new Promise((resolve) => child.once('message', resolve));
  child.send('counts');
  const threads = Object.values((await told) as Record<string, Counts>);
  const sum = (kind: keyof Counts) => threads.reduce((total, counts) => total + counts[kind], 0);
  return Object.fromEntries(KINDS.map((kind) => [kind, sum(kind)])) as Counts;
}
