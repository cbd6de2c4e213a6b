// What an idle gateway does: few timers wake it, and it has not loaded what few gateways need.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { systemIntervals } from '../domain/clock.ts';
import { startTestGateway } from '../testing/test-gateway.ts';

/** Timers that are due together wake the process once, so a wake-up is at most one of these. */
const RUNS_PER_SECOND_MAX = 12;

test('the timers of an idle gateway run at most twelve times a second', async () => {
  const direct = vi.spyOn(globalThis, 'setInterval');
  const started: number[] = [];
  const gateway = await startTestGateway({
    ports: {
      intervals: (everyMs, work) => {
        started.push(everyMs);
        return systemIntervals(everyMs, work);
      },
    },
  });
  const all = direct.mock.calls.map(([, everyMs]) => Number(everyMs));
  direct.mockRestore();
  await gateway.close();
  // Positive control: the jobs are among them.
  expect(started.length).toBeGreaterThan(20);
  expect(all.length).toBeGreaterThanOrEqual(started.length);
  expect(all.filter((everyMs) => everyMs < 500)).toEqual([]);
  expect(all.reduce((sum, everyMs) => sum + 1_000 / everyMs, 0)).toBeLessThanOrEqual(RUNS_PER_SECOND_MAX);
});

const SRC = path.join(import.meta.dirname, '..');
/** Imports and re-exports that remain when types are stripped. Dynamic imports are none of them. */
const STATIC = /^(?:import|export)\s(?!type\b)[^;']*?from '([^']+)';|^import '([^']+)';/gm;

/** Every file and package that loading a file loads. */
function loadedBy(entry: string): Set<string> {
  const loaded = new Set<string>([path.join(SRC, entry)]);
  // A set may grow while it is walked.
  for (const file of loaded) {
    if (!file.endsWith('.ts')) continue;
    for (const [, from, bare] of readFileSync(file, 'utf8').matchAll(STATIC)) {
      const name = (from ?? bare)!;
      loaded.add(name.startsWith('.') ? path.join(path.dirname(file), name) : name);
    }
  }
  return loaded;
}

const LATER = [
  '@modelcontextprotocol/server',
  '@opentelemetry/exporter-trace-otlp-http',
  'iovalkey',
  'pg',
  'stripe',
];

test.each(['main.ts', 'library/thread.ts', 'storage/sqlite/thread.ts', 'cli/answer-at-once.ts'])(
  '%s loads no package that few processes need',
  (entry) => {
    expect([...loadedBy(entry)].filter((name) => LATER.includes(name))).toEqual([]);
  },
);

test('what is loaded later is found by the same walk where it is used', () => {
  expect(loadedBy('mcp/protocol.ts')).toContain('@modelcontextprotocol/server');
  expect(loadedBy('storage/postgres/open-storage.ts')).toContain('pg');
  expect(loadedBy('main.ts')).toContain('fastify');
});

test('the version and the help need neither the gateway nor its packages', () => {
  const files = [...loadedBy('cli/answer-at-once.ts')].filter((name) => !name.startsWith('node:'));
  expect(files).toContain('commander');
  expect(files.length).toBeLessThan(20);
});
