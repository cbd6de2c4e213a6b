// The description of the machine: figures mean little without it.
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { median } from './figures.ts';

export interface Machine {
  cpu: string;
  cores: number;
  memoryGib: number;
  system: string;
  node: string;
  sqlite: string;
  /** What one sync of a written page to the disk of the data folders takes. */
  syncMs: number;
}

export function describeMachine(): Machine {
  const [cpu] = os.cpus();
  return {
    cpu: cpu?.model.trim() || 'unknown',
    cores: os.availableParallelism(),
    memoryGib: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release().split('-')[0]} ${os.arch()}`,
    node: process.versions.node,
    sqlite: process.versions.sqlite ?? 'none',
    syncMs: measureSync(os.tmpdir()),
  };
}

const SYNCS = 100;
const PAGE_BYTES = 4_096;

/** The median of a hundred, each after a page was appended. */
export function measureSync(folder: string): number {
  const name = path.join(folder, `reelgate-sync-${process.pid}`);
  const file = openSync(name, 'w');
  try {
    const times = Array.from({ length: SYNCS }, () => {
      writeSync(file, Buffer.alloc(PAGE_BYTES));
      const began = performance.now();
      fsyncSync(file);
      return performance.now() - began;
    });
    return median(times);
  } finally {
    closeSync(file);
    rmSync(name);
  }
}

export function machineText({ cpu, cores, memoryGib, system, node, sqlite, syncMs }: Machine): string {
  const sync = Number.isFinite(syncMs)
    ? `, ${syncMs.toFixed(2)} ms for a sync to disk (p50 of ${SYNCS})`
    : '';
  return `${cpu}, ${cores} cores, ${memoryGib} GiB, ${system}, Node ${node}, SQLite ${sqlite}${sync}`;
}
