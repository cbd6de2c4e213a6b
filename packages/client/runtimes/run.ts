// Runs the client's test suite on every supported runtime, against a real gateway behind the fault proxy, and checks the types in the
// tarball. Installs the runtimes first. Exits with 1 if anything fails. Usage: node packages/client/runtimes/run.ts [NAME…]
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installLocked } from '../../../release/install-locked.ts';
import { gatherInto } from '../pack/gather.ts';
import { isMissing, RUNNERS, RUNTIME_MS_MAX, type Runner, type TestBed } from './runners.ts';
import { startTestBed } from './test-bed.ts';

const COMPILER = path.join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');

/** Builds the folder that every runtime gets: the package as it is published, and the suite as plain modules beside it. */
function buildSuite(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-runtimes-'));
  gatherInto(path.join(folder, 'client'));
  // The compiler also writes the modules that types were imported from.
  const all = path.join(folder, 'compiled');
  execFileSync(process.execPath, [COMPILER, '-p', import.meta.dirname, '--outDir', all], {
    stdio: 'inherit',
  });
  cpSync(path.join(all, 'runtimes'), folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}

/** Installs the runtimes to test on. */
function installRuntimes(): void {
  // Not `npm ci`: the lockfile names only the binaries of the platform that it was written on.
  installLocked(import.meta.dirname, 'the runtimes to test on', ['install', '--no-save']);
}

/** Returns true if every test passed. */
async function judge(name: string, runner: Runner, bed: TestBed): Promise<boolean> {
  const startedMs = performance.now();
  try {
    const verdicts = isMissing(name)
      ? { skipped: 'npm has no binary of it for this machine' }
      : await runner(bed);
    if ('skipped' in verdicts) {
      console.log(`\n!!!! ${name}: SKIPPED: ${verdicts.skipped}\n`);
      return true;
    }
    const failed = verdicts.filter(({ error }) => error !== null);
    for (const { name: what, error } of failed) console.error(`${name}: ${what}\n  ${error}`);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    console.log(`${name}: ${verdicts.length - failed.length} of ${verdicts.length} passed (${seconds} s)`);
    return failed.length === 0 && verdicts.length > 0;
  } catch (error) {
    console.error(`${name}: did not run: ${error}`);
    return false;
  }
}

/** Checks the types for all kinds of importers except CommonJS, which the package does not support. */
function areTypesRight(folder: string): boolean {
  const attw = path.join(import.meta.dirname, 'node_modules/.bin/attw');
  const client = path.join(folder, 'client');
  const said = execFileSync('npm', ['pack', '--ignore-scripts', '--silent'], {
    cwd: client,
    encoding: 'utf8',
  });
  try {
    const args = [said.trim(), '--profile', 'esm-only', '--format', 'ascii', '--no-color'];
    execFileSync(attw, args, { cwd: client, stdio: 'pipe', timeout: RUNTIME_MS_MAX, encoding: 'utf8' });
    console.log('types: nothing wrong');
    return true;
  } catch (error) {
    console.error(`types: ${(error as { stdout?: string }).stdout ?? error}`);
    return false;
  }
}

async function main(names: readonly string[]): Promise<number> {
  installRuntimes();
  const folder = buildSuite();
  const bed = await startTestBed(folder);
  let isGood = names.length > 0 || areTypesRight(folder);
  try {
    for (const [name, runner] of Object.entries(RUNNERS)) {
      if (names.length > 0 && !names.includes(name)) continue;
      isGood = (await judge(name, runner, bed)) && isGood;
    }
  } finally {
    await bed.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return isGood ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
