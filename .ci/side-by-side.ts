// Runs scripts of package.json side by side, one for each processor, and shows what each said in one piece. It exits with 1 if one of them
// failed; the others run to their end. Name the longest first. `--red FILE` gets a line for each that failed: its exit code and its words.
// `--begin-within SECONDS` leaves out, aloud, what has not begun after that time. The first script always begins.
// Usage, through npm, which puts the programs of packages on the PATH: npm run side-by-side -- [--red FILE] lint:promises "torture --ci"
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

const SECOND_MS = 1_000;

const { values, positionals } = parseArgs({
  options: { red: { type: 'string' }, 'begin-within': { type: 'string', default: 'Infinity' } },
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

/** The exit code. */
async function run(words: string): Promise<number> {
  const beganMs = performance.now();
  const child = spawn(commandOf(words), { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part));
  // One that was ended by a signal has no code.
  const code = await new Promise<number>((resolve) => child.on('close', (ended) => resolve(ended ?? 1)));
  const seconds = ((performance.now() - beganMs) / SECOND_MS).toFixed(1);
  process.stdout.write(`${Buffer.concat(said)}==== ${words}: ${seconds} s, exit code ${code}\n`);
  return code;
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
