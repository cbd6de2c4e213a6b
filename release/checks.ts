// The checks on the tree before anything is packed. Each has a name; all mistakes of all checks are told at once.
import { execFileSync } from 'node:child_process';
import { changelogMistakes, unreleasedMistakes } from './changelog.ts';
import { engineMistakes } from './engines.ts';
import { allMistakes, ROOT } from './lockfiles.ts';
import { serverJsonMistakes } from './server-json.ts';
import { repositoryMistakes, type Settings } from './settings.ts';
import { readText, versionMistakes, versionOf } from './version.ts';

interface Check {
  name: string;
  /** True for what is often so between two releases: a dry run warns of it and goes on. */
  isOfTheMoment?: true;
  mistakes: (settings: Settings) => string[];
}

export function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

export const tagOf = (version: string) => `v${version}`;

/** The commit of a tag; null where there is no such tag. */
export function taggedCommit(tag: string): string | null {
  return git('tag', '--list', tag) === '' ? null : git('rev-list', '--max-count=1', tag);
}

/** A release is made once, and may then be published from its tag. */
function tagMistakes({ mode }: Settings): string[] {
  const tag = tagOf(versionOf());
  const commit = taggedCommit(tag);
  if (commit === null || (mode !== 'release' && commit === git('rev-parse', 'HEAD'))) return [];
  return [
    `the tag ${tag} is there already, at ${commit.slice(0, 8)}: choose a new version with --set-version`,
  ];
}

/** npm writes a statement of provenance only where the machine can prove who it is. */
function provenanceMistakes({ mode, withProvenance }: Settings): string[] {
  const { ACTIONS_ID_TOKEN_REQUEST_URL, SIGSTORE_ID_TOKEN } = process.env;
  const isProvable = ACTIONS_ID_TOKEN_REQUEST_URL !== undefined || SIGSTORE_ID_TOKEN !== undefined;
  if (mode !== 'publish' || !withProvenance || isProvable) return [];
  return ['this machine cannot prove where the packages are built: publish from CI, or with --no-provenance'];
}

function dirtMistakes(): string[] {
  const changed = git('status', '--porcelain').split('\n').filter(Boolean);
  return changed.length === 0
    ? []
    : [`${changed.length} files are not committed: ${changed.slice(0, 3).join(', ')}`];
}

export const CHECKS: readonly Check[] = [
  { name: 'versions agree', mistakes: () => versionMistakes() },
  { name: 'changelog', mistakes: () => changelogMistakes(readText('CHANGELOG.md'), versionOf()) },
  { name: 'server.json', mistakes: () => serverJsonMistakes() },
  { name: 'engines', mistakes: () => engineMistakes() },
  { name: 'lockfiles', mistakes: () => allMistakes() },
  {
    name: 'nothing is unreleased',
    isOfTheMoment: true,
    mistakes: () => unreleasedMistakes(readText('CHANGELOG.md')),
  },
  { name: 'everything is committed', isOfTheMoment: true, mistakes: dirtMistakes },
  { name: 'the tag is free', isOfTheMoment: true, mistakes: tagMistakes },
  {
    name: 'the address of the repository',
    isOfTheMoment: true,
    mistakes: ({ repository }) => repositoryMistakes(repository),
  },
  { name: 'provenance', isOfTheMoment: true, mistakes: provenanceMistakes },
];
