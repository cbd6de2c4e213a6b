// The description of the machine: figures mean little without it.
import os from 'node:os';

export interface Machine {
  cpu: string;
  cores: number;
  memoryGib: number;
  system: string;
  node: string;
  sqlite: string;
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
  };
}

export function machineText(machine: Machine): string {
  const { cpu, cores, memoryGib, system, node, sqlite } = machine;
  return `${cpu}, ${cores} cores, ${memoryGib} GiB, ${system}, Node ${node}, SQLite ${sqlite}`;
}
