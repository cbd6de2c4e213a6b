// Reports what the registry knows against the packages of each lockfile. It is for people to read and never fails a run: an advisory may
// appear on any day, about code that nothing here reaches, and a registry may refuse to answer. Usage: npm run audit:report
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { lockedFolders, ROOT } from './lockfiles.ts';

/** For each lockfile; they are asked about at the same time. */
const ANSWER_MS_MAX = 30_000;
const OUTPUT_BYTES_MAX = 20_000_000;

interface Advisory {
  severity: string;
  /** Advisories about the package itself, and the names of packages through which it is affected. */
  via: (string | object)[];
}

interface Answer {
  vulnerabilities?: Record<string, Advisory>;
  message?: string;
}

/** npm ends with 1 when it found something, and its answer is the same. */
async function ask(folder: string): Promise<string> {
  const options = { cwd: path.join(ROOT, folder), timeout: ANSWER_MS_MAX, maxBuffer: OUTPUT_BYTES_MAX };
  try {
    return (await promisify(execFile)('npm', ['audit', '--json', '--package-lock-only'], options)).stdout;
  } catch (error) {
    return (error as { stdout?: string }).stdout ?? '';
  }
}

/** One line about a lockfile, from what npm printed. */
export function summary(folder: string, said: string): string {
  const answer = parsed(said);
  if (answer.vulnerabilities === undefined)
    return `${folder}: no answer (${answer.message ?? 'nothing in time'})`;
  const named = Object.entries(answer.vulnerabilities)
    .filter(([, { via }]) => via.some((one) => typeof one === 'object'))
    .map(([name, { severity }]) => `${name} (${severity})`);
  return `${folder}: ${named.length === 0 ? 'no known vulnerabilities' : named.join(', ')}`;
}

function parsed(said: string): Answer {
  try {
    return JSON.parse(said) as Answer;
  } catch {
    return {};
  }
}

if (import.meta.main) {
  console.log('known vulnerabilities, for people to read:');
  const folders = lockedFolders();
  const answers = await Promise.all(folders.map(ask));
  for (const [index, folder] of folders.entries()) console.log(`  ${summary(folder, answers[index]!)}`);
}
