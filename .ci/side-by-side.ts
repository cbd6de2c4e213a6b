// Runs scripts of package.json side by side, one for each processor, and shows what each said in one piece. It exits with 1 if one of them
// failed; the others run to their end. Name the longest first. `--red FILE` gets a line for each that failed: its exit code and its words.
// `--begin-within SECONDS` leaves out, aloud, what has not begun after that time. The first script always begins.
// `--end-after SECONDS` kills a script that runs longer, with all it began, and shows what it said until then: a script that hangs fails by name.
// Usage, through npm, which puts the programs of packages on the PATH: npm run side-by-side -- [--red FILE] lint:promises "torture --ci"
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const SECOND_MS = 1_000;
// The longest suite takes 10 minutes beside another on two idle cores.
const END_AFTER_S = 1_500;
// A process that a script left behind may hold its output open for good. What the script itself wrote has arrived long before.
const OUTPUT_ENDS_WITHIN_MS = 5 * SECOND_MS;

const { values, positionals } = parseArgs({
  options: {
    red: { type: 'string' },
    'begin-within': { type: 'string', default: 'Infinity' },
    'end-after': { type: 'string', default: String(END_AFTER_S) },
  },
  allowPositionals: true,
});
const [first] = positionals;
const lastBeginMs = performance.now() + SECOND_MS * Number(values['begin-within']);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** A script with further arguments: the first word names it. */
function commandOf(words: string): string {
  const [name] = words.split(' ', 1);
  if (!(name! in scripts)) throw new Error(`package.json has no script ${name}`);
  return scripts[name!] + words.slice(name!.length);
}

const running = new Set<ChildProcess>();

/** Ends a script and what it began: it leads a process group of its own. */
function kill(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    // All of the group have ended.
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    running.forEach(kill);
    process.exit(1);
  });

/** The exit code. */
async function run(words: string): Promise<number> {
  const beganMs = performance.now();
  const child = spawn(commandOf(words), { shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part));
  const closed = once(child, 'close');
  const tooLong = setTimeout(() => {
    said.push(Buffer.from(`\nKILLED after ${values['end-after']} s: ${words}\n`));
    kill(child);
  }, SECOND_MS * Number(values['end-after']));
  // One that was ended by a signal has no code.
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(tooLong);
  if (!(await Promise.race([closed.then(() => true), sleep(OUTPUT_ENDS_WITHIN_MS, false, { ref: false })]))) {
    said.push(Buffer.from(`\nLEFT BEHIND by ${words}: a process that still holds its output\n`));
    kill(child);
    child.stdout.destroy();
    child.stderr.destroy();
  }
  running.delete(child);
  const seconds = ((performance.now() - beganMs) / SECOND_MS).toFixed(1);
  process.stdout.write(`${Buffer.concat(said)}==== ${words}: ${seconds} s, exit code ${code ?? 1}\n`);
  return code ?? 1;
}

let isGreen = true;

async function runInTurn(waiting: string[]): Promise<void> {
  for (let words = waiting.shift(); words !== undefined; words = waiting.shift()) {
    if (words !== first && performance.now() > lastBeginMs) {
      console.log(`LEFT OUT on a slow machine: ${words}`);
      continue;
    }
    const code = await run(words);
    if (code === 0) continue;
    isGreen = false;
    if (values.red !== undefined) appendFileSync(values.red, `${code} ${words}\n`);
  }
}

positionals.forEach(commandOf);
await Promise.all(Array.from({ length: availableParallelism() }, () => runInTurn(positionals)));
process.exitCode = isGreen ? 0 : 1;
