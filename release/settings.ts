// The settings of the release command, from its arguments and the environment.
import { parseArgs } from 'node:util';

export const USAGE = `npm run release -- [--dry-run | --publish] [--repository URL] [--no-provenance]
npm run release -- --set-version X.Y.Z

Checks that this commit can be released, makes the files of the release in dist/release and tags the commit.

  --dry-run            makes the files and no tag; what only a release needs (a clean tree, the address) is a warning
  --publish            also publishes the packages for npm, and says how the wheel is published
  --repository URL     the address of the repository, for the packages (or REELGATE_REPOSITORY)
  --no-provenance      publishes without a statement of where the packages were built; elsewhere than in CI there is none
  --set-version X.Y.Z  writes a new version into every file that spells it
`;

type Mode = 'dry-run' | 'release' | 'publish';

export interface Settings {
  mode: Mode;
  /** As given; `repositoryMistakes` judges it. */
  repository: string | null;
  withProvenance: boolean;
}

type Wish =
  | { kind: 'help' }
  | { kind: 'set-version'; version: string }
  | { kind: 'release'; settings: Settings };

export function wishOf(args: readonly string[], env: Record<string, string | undefined>): Wish {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'dry-run': { type: 'boolean' },
      publish: { type: 'boolean' },
      repository: { type: 'string' },
      'no-provenance': { type: 'boolean' },
      'set-version': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const version = values['set-version'];
  const isDry = values['dry-run'] === true;
  if (values.help || (isDry && values.publish)) return { kind: 'help' };
  if (version !== undefined)
    return /^\d+\.\d+\.\d+$/.test(version) ? { kind: 'set-version', version } : { kind: 'help' };
  const repository = values.repository ?? env.REELGATE_REPOSITORY ?? '';
  return {
    kind: 'release',
    settings: {
      mode: isDry ? 'dry-run' : values.publish ? 'publish' : 'release',
      repository: repository === '' ? null : repository.replace(/(\.git)?\/*$/, ''),
      withProvenance: values['no-provenance'] !== true,
    },
  };
}

/** People follow it, and npm compares it with where a package was built. */
export function repositoryMistakes(repository: string | null): string[] {
  if (repository === null)
    return ['the address of the repository is not set: --repository URL or REELGATE_REPOSITORY'];
  const url = URL.parse(repository);
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.search === '' && url.hash === '';
  return isPlain && url.pathname.length > 1
    ? []
    : [`${repository} is not of the form https://host/owner/name`];
}
