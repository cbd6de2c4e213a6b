// Runs the contract suite of the client on every runtime that it is made for, against a real gateway behind the fault proxy, and has the
// types of its tarball judged. Installs the runtimes first. Ends with 1 when any of them finds a fault.
// Run: node packages/client/runtimes/run.ts [NAME…]
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { buildSuite } from './build.ts';
import { installRuntimes } from './install.ts';
import { isMissing, RUNNERS, RUNTIME_MS_MAX, type Runner, type Stage } from './runners.ts';
import { setStage } from './stage.ts';

/** True when nothing was found. */
async function judge(name: string, runner: Runner, stage: Stage): Promise<boolean> {
  const startedMs = performance.now();
  try {
    const verdicts = isMissing(name) ? { skipped: 'npm brought no binary of it' } : await runner(stage);
    if ('skipped' in verdicts) {
      console.log(`\n!!!! ${name}: SKIPPED: ${verdicts.skipped}\n`);
      return true;
    }
    const failed = verdicts.filter(({ error }) => error !== null);
    for (const { name: what, error } of failed) console.error(`${name}: ${what}\n  ${error}`);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    console.log(`${name}: ${verdicts.length - failed.length} of ${verdicts.length} hold (${seconds} s)`);
    return failed.length === 0 && verdicts.length > 0;
  } catch (error) {
    console.error(`${name}: did not run: ${error}`);
    return false;
  }
}

/** For importers of every kind, but those of CommonJS, which the package is not for. */
function areTypesRight(folder: string): boolean {
  const attw = path.join(import.meta.dirname, 'node_modules/.bin/attw');
  const client = path.join(folder, 'client');
  execFileSync('npm', ['pack', '--ignore-scripts'], { cwd: client, stdio: 'pipe' });
  try {
    const args = ['reelgate-client-0.1.0.tgz', '--profile', 'esm-only', '--format', 'ascii', '--no-color'];
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
  const stage = await setStage(folder);
  let isGood = names.length > 0 || areTypesRight(folder);
  try {
    for (const [name, runner] of Object.entries(RUNNERS)) {
      if (names.length > 0 && !names.includes(name)) continue;
      isGood = (await judge(name, runner, stage)) && isGood;
    }
  } finally {
    await stage.strike();
    rmSync(folder, { recursive: true, force: true });
  }
  return isGood ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
