// Mutants of the Python client, and whether its tests notice one. They need python3, of the version that the tests of the client need.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { hasPython } from '../../../packages/client-python/tests/python.ts';
import type { Mutant } from './mutants.ts';

const PROGRAM = path.join(import.meta.dirname, 'python_mutants.py');
const OUTPUT_BYTES_MAX = 64_000_000;

/** None without Python, which is said aloud. */
export function pythonMutants(folder: string, files: readonly string[]): Mutant[] {
  if (files.length === 0) return [];
  if (!hasPython) {
    console.log(
      'SKIPPED: the mutants of the Python client, because this machine has no python3 for its tests',
    );
    return [];
  }
  const { stdout, stderr, status } = spawnSync('python3', [PROGRAM], {
    ...{ cwd: folder, input: JSON.stringify(files), encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Mutant[];
}

/** What its tests say; null when they pass. */
export async function pythonNotices(folder: string, limitMs: number): Promise<string | null> {
  const tests = path.join(folder, 'packages/client-python/tests');
  const env = { ...process.env, PYTHONPATH: path.join(tests, '../src'), PYTHONDONTWRITEBYTECODE: '1' };
  const args = ['-W', 'error', '-m', 'unittest', 'discover', '--failfast'];
  const { status, stderr } = spawnSync('python3', args, {
    cwd: tests,
    env,
    encoding: 'utf8',
    timeout: limitMs,
  });
  if (status === 0) return null;
  const said = status === null ? '(did not end)' : (stderr.match(/^(?:FAIL|ERROR): .*/m)?.[0] ?? '');
  return `packages/client-python/tests > ${said}`;
}
