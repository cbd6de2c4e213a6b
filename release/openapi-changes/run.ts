// Compares openapi.json with that of an earlier commit, by the rules of a tool that others wrote, and fails for each change that breaks callers:
// npm run openapi:changes -- COMMIT. Without a commit it compares with the newest release. It installs the tool on first use, from a lockfile
// separate from the project's.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { installLocked } from '../install-locked.ts';

interface Change {
  type: string;
  action: string;
  path: (string | number)[];
}

const ROOT = path.join(import.meta.dirname, '../..');
const DOCUMENT_BYTES_MAX = 64 * 1_024 * 1_024;

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: DOCUMENT_BYTES_MAX }).trim();

function changesSince(commit: string): Change[] {
  const before: unknown = JSON.parse(git('show', `${commit}:openapi.json`));
  const after: unknown = JSON.parse(readFileSync(path.join(ROOT, 'openapi.json'), 'utf8'));
  const { apiDiff } = createRequire(import.meta.url)('api-smart-diff') as {
    apiDiff: (before: unknown, after: unknown) => Change[];
  };
  return apiDiff(before, after);
}

const [commit = git('tag', '--list', 'v*', '--sort=-v:refname').split('\n')[0] ?? ''] = process.argv.slice(2);
if (commit === '') {
  console.log('There is no release yet to compare openapi.json with.');
} else {
  installLocked(import.meta.dirname, 'the comparison of API documents', ['ci']);
  const changes = changesSince(commit);
  const breaking = changes.filter(({ type }) => type === 'breaking');
  for (const { action, path: at } of breaking) console.error(`breaks callers: ${action} ${at.join(' ')}`);
  console.log(
    `openapi.json since ${commit}: ${changes.length} changes, ${breaking.length} of them break callers`,
  );
  process.exitCode = breaking.length === 0 ? 0 : 1;
}
