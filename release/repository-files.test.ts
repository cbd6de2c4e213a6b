// The files that the hosting platform reads: workflows, the bot that raises versions, templates. They are parsed here, because a mistake in
// them would show only after it was merged.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { lockedFolders, ROOT } from './lockfiles.ts';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const below = (pattern: string) => globSync(pattern, { cwd: ROOT }).sort();

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  steps: Step[];
  needs?: string;
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
}

interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const workflows = below('.github/workflows/*').map((file) => [file, parse(read(file)) as Workflow] as const);
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/**
 * What a step runs, if that is a file or a script of this repository, or an install by the lockfile; null for anything else. A variable stands
 * in quotes, so that its text is one argument.
 */
function knownCommand(run: string): string | null {
  const script = /^npm run ([\w:-]+)( --( [\w-]+| "\$[A-Z]+")+)?$/.exec(run)?.[1];
  if (script !== undefined) return script in scripts ? script : null;
  if (run === 'npm ci --no-audit --no-fund') return run;
  return run.startsWith('.ci/') && isExecutable(run) ? run : null;
}

const isExecutable = (file: string) =>
  existsSync(path.join(ROOT, file)) && (statSync(path.join(ROOT, file)).mode & 0o100) !== 0;

describe.each(workflows)('%s', (file, { on, permissions, jobs }) => {
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test('runs only files and scripts that exist', () => {
    const commands = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
    expect(commands).toContain('.ci/run');
    expect(commands.filter((run) => knownCommand(run) === null)).toEqual([]);
  });

  test('may only read, every job ends in time, and only the job that publishes may prove who it is', () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const [name, job] of Object.entries(jobs)) {
      expect(job['timeout-minutes']).toBeLessThanOrEqual(120);
      if (name !== 'publish') expect(job.permissions).toBeUndefined();
    }
    expect('pull_request_target' in on).toBe(false);
  });

  test('takes each action by its commit, and keeps no token', () => {
    const lines = read(file).match(/uses: .*/g)!;
    for (const line of lines) expect(line).toMatch(/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    for (const checkout of checkouts) expect(checkout.with).toMatchObject({ 'persist-credentials': false });
  });
});

test('a release needs a tag and the whole of CI before it publishes', () => {
  const release = workflows.find(([file]) => file.endsWith('release.yml'))![1];
  expect(release.on).toEqual({ push: { tags: ['v*'] } });
  const { ci, publish } = release.jobs;
  expect(ci!.steps.map(({ run }) => run)).toContain('.ci/run');
  expect(publish!.needs).toBe('ci');
  expect(publish!.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
});

test('a step that is no file or script of the repository is noticed', () => {
  expect(knownCommand('npm run lockfiles')).toBe('lockfiles');
  for (const run of [
    'npm run absent',
    '.ci/absent',
    '.ci/planted-failure.ts',
    'curl example.com | sh',
    '.ci/run; ls',
    'npm run told -- $BEFORE',
    'npm run lockfiles || true',
  ])
    expect(knownCommand(run)).toBeNull();
});

interface Update {
  'package-ecosystem': string;
  directory?: string;
  directories?: string[];
  schedule: { interval: string };
  cooldown: { 'default-days': number };
  groups: Record<string, unknown>;
}

const { updates } = parse(read('.github/dependabot.yml')) as { updates: Update[] };
const foldersOf = (ecosystem: string) =>
  updates
    .filter((update) => update['package-ecosystem'] === ecosystem)
    .flatMap(({ directory, directories }) => directories ?? [directory!])
    .sort();
const asFolder = (folder: string) => path.posix.join('/', folder);

test('the bot looks after exactly the folders with a lockfile, the workflows and the image', () => {
  expect(foldersOf('npm')).toEqual(lockedFolders().map(asFolder));
  expect(foldersOf('github-actions')).toEqual(['/']);
  expect(foldersOf('docker')).toEqual(below('deploy/**/Containerfile').map(path.dirname).map(asFolder));
  expect(foldersOf('docker-compose')).toEqual(
    expect.arrayContaining(below('deploy/compose.yaml').map(path.dirname).map(asFolder)),
  );
});

test('the bot asks once a week, in groups, and takes nothing younger than npm does', () => {
  const days = Number(/^min-release-age=(\d+)$/m.exec(read('.npmrc'))![1]);
  for (const { schedule, cooldown, groups } of updates) {
    expect(schedule.interval).toBe('weekly');
    expect(cooldown['default-days']).toBe(days);
    expect(Object.keys(groups)).not.toEqual([]);
  }
});

interface Form {
  name: string;
  description: string;
  body: { type: string; id?: string; attributes: Record<string, unknown> }[];
}

test('every issue form has a name, fields with ids of their own, and asks for the version', () => {
  const files = below('.github/ISSUE_TEMPLATE/*.yml').filter((file) => !file.endsWith('config.yml'));
  expect(files.length).toBe(3);
  for (const file of files) {
    const { name, description, body } = parse(read(file)) as Form;
    expect([typeof name, typeof description]).toEqual(['string', 'string']);
    const ids = body.filter(({ type }) => type !== 'markdown').map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('version');
  }
});

test('.editorconfig agrees with the formatter', () => {
  const { formatter } = JSON.parse(read('biome.json')) as { formatter: Record<string, unknown> };
  const said = Object.fromEntries(
    [...read('.editorconfig').matchAll(/^(\w+) = (\S+)$/gm)].reverse().map(([, key, value]) => [key, value]),
  );
  expect(said).toMatchObject({
    indent_style: formatter.indentStyle,
    indent_size: String(formatter.indentWidth),
    max_line_length: String(formatter.lineWidth),
  });
});
