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

interface Parameter {
  name: string;
  in: string;
  schema?: { enum?: string[] };
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: unknown;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

/** Group u2 has always refused these. A document with one path for both groups could not say so. */
const ONLY_UNIFIED = new Set(['fields', 'ids']);

/** Older documents had one path for both groups of a data route. Callers ask for the same addresses since each group has a path of its own. */
function withPathsOfGroups({ paths, ...rest }: Document): Document {
  const isGroup = ({ name }: Parameter) => name === 'group';
  const each = Object.entries(paths).flatMap(([at, methods]): [string, Record<string, Operation>][] => {
    const groups = methods.get?.parameters?.find(isGroup)?.schema?.enum ?? [];
    if (!at.includes('{group}')) return [[at, methods]];
    return groups.map((group) => {
      const isOwn = (one: Parameter) => !isGroup(one) && (group === 'u1' || !ONLY_UNIFIED.has(one.name));
      const parameters = methods.get!.parameters!.filter(isOwn);
      return [at.replace('{group}', group), { get: { ...methods.get, parameters } }];
    });
  });
  return { ...rest, paths: Object.fromEntries(each) };
}

/** Schemas that a caller sends. The tool does not tell them from those of answers, where a further field breaks nobody. */
function sentSchemas({ paths, components }: Document): Set<string> {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const sent = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part ?? null).matchAll(/#\/components\/schemas\/(\w+)/g))
      if (!sent.has(name!)) {
        sent.add(name!);
        follow(components.schemas[name!]);
      }
  };
  for (const { parameters, requestBody } of operations) follow([parameters, requestBody]);
  return sent;
}

function changesSince(commit: string): Change[] {
  const before = withPathsOfGroups(JSON.parse(git('show', `${commit}:openapi.json`)) as Document);
  const after = JSON.parse(readFileSync(path.join(ROOT, 'openapi.json'), 'utf8')) as Document;
  const { apiDiff } = createRequire(import.meta.url)('api-smart-diff') as {
    apiDiff: (before: Document, after: Document) => Change[];
  };
  const sent = sentSchemas(after);
  const isMoreInAnswers = ({ action, path: [part, kind, name] }: Change) =>
    action === 'add' && part === 'components' && kind === 'schemas' && !sent.has(String(name));
  return apiDiff(before, after).map((one) => (isMoreInAnswers(one) ? { ...one, type: 'non-breaking' } : one));
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
