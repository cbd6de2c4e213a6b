// `npm run release`: checks that this commit can be released, makes the files of the release, tags and publishes. Exits with 1, and neither
// tags nor publishes, when anything is not ready. See docs/decisions/release.md#the-steps-of-a-release.
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hasPython } from '../packages/client-python/tests/python.ts';
import { notesOf } from './changelog.ts';
import { CHECKS, git, taggedCommit, tagOf } from './checks.ts';
import { contentMistakes, type Files, filesOf, publintMistakes, wordsOfThisMachine } from './contents.ts';
import { ROOT } from './lockfiles.ts';
import { buildWheel, PUBLISHED, packForNpm, wheelMistakes } from './pack.ts';
import { publish, type Tarball } from './publish.ts';
import { bundledParts, installedParts, sbomOf } from './sbom.ts';
import { mcpName, serverJsonText } from './server-json.ts';
import { type Settings, USAGE, wishOf } from './settings.ts';
import { readText, setVersion, versionOf } from './version.ts';

const FOLDER = path.join(ROOT, 'dist/release');
const say = (text: string) => process.stdout.write(`${text}\n`);

/** Prints the mistakes of one check, and returns whether the release may go on. */
function judged(name: string, mistakes: readonly string[], isWarning = false): boolean {
  say(mistakes.length === 0 ? `ok       ${name}` : `${isWarning ? 'WARNING' : 'WRONG  '}  ${name}`);
  for (const mistake of mistakes) say(`           ${mistake}`);
  return mistakes.length === 0 || isWarning;
}

function isTreeReady(settings: Settings): boolean {
  const verdicts = CHECKS.map(({ name, isOfTheMoment, mistakes }) =>
    judged(name, mistakes(settings), isOfTheMoment && settings.mode === 'dry-run'),
  );
  return verdicts.every(Boolean);
}

interface Made {
  tarballs: Tarball[];
  wheel: string | null;
}

function make({ repository }: Settings, version: string): Made {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  // Pages that were built by an install may be older than their sources.
  execFileSync('npm', ['run', '--silent', 'pages'], { cwd: ROOT, stdio: 'pipe' });
  const tarballs = PUBLISHED.map((folder) => {
    const { name } = JSON.parse(readText(`${folder}/package.json`)) as { name: string };
    return { name, version, file: packForNpm(folder, FOLDER, repository) };
  });
  return { tarballs, wheel: hasPython ? buildWheel(FOLDER, repository) : null };
}

/** A dry run on a machine without Python goes on: it would find nothing else. */
async function isPackedWell({ tarballs, wheel }: Made, { mode, repository }: Settings): Promise<boolean> {
  const words = wordsOfThisMachine();
  const verdicts: boolean[] = [];
  for (const { name, file } of tarballs) {
    verdicts.push(judged(`contents of ${name}`, contentMistakes(name, filesOf(file), words)));
    verdicts.push(judged(`publint of ${name}`, await publintMistakes(file)));
  }
  if (wheel === null) {
    verdicts.push(judged('the wheel', ['there is no python3 of version 3.11 or newer'], mode === 'dry-run'));
  } else {
    verdicts.push(judged('contents of the wheel', contentMistakes('wheel', filesOf(wheel), words)));
    verdicts.push(judged('the wheel is reproducible', wheelMistakes(wheel, repository)));
  }
  return verdicts.every(Boolean);
}

function licencesIn(files: Files): string {
  return [...files]
    .flatMap(([name, bytes]) => (/\/licences-\w+\.txt$/.test(name) ? [bytes.toString()] : []))
    .join('\n');
}

function writeDocuments({ tarballs }: Made, { repository }: Settings, version: string): void {
  const { packages } = JSON.parse(readText('package-lock.json'));
  const gateway = tarballs.find(({ name }) => name === 'reelgate')!;
  const parts = [
    ...bundledParts(packages, licencesIn(filesOf(gateway.file))),
    ...installedParts(packages, 'packages/gateway'),
  ];
  writeFileSync(path.join(FOLDER, `reelgate-${version}.cdx.json`), sbomOf(version, parts));
  const filesAt = repository === null ? null : `${repository}/blob/${tagOf(version)}`;
  writeFileSync(path.join(FOLDER, 'NOTES.md'), notesOf(readText('CHANGELOG.md'), version, filesAt));
  if (mcpName(repository) !== null)
    writeFileSync(path.join(FOLDER, 'server.json'), serverJsonText(repository));
  const sums = readdirSync(FOLDER).map((name) => `${sha256(path.join(FOLDER, name))}  ${name}\n`);
  writeFileSync(path.join(FOLDER, 'SHA256SUMS'), sums.join(''));
}

const sha256 = (file: string) => hash('sha256', readFileSync(file));

function showTable({ tarballs, wheel }: Made, version: string): void {
  const published = [...tarballs, ...(wheel === null ? [] : [{ name: 'reelgate (PyPI)', file: wheel }])];
  say(`\n${['package'.padEnd(16), 'version', 'files', '    bytes', 'sha256'].join('  ')}`);
  for (const { name, file } of published) {
    const bytes = readFileSync(file).length.toLocaleString('en').padStart(9);
    say(
      [name.padEnd(16), version.padEnd(7), String(filesOf(file).size).padStart(5), bytes, sha256(file)].join(
        '  ',
      ),
    );
  }
  say(`\nin ${path.relative(ROOT, FOLDER)}: ${readdirSync(FOLDER).join(', ')}`);
}

function tag(version: string): void {
  if (taggedCommit(tagOf(version)) !== null) return;
  git('tag', '--annotate', tagOf(version), '--message', `Reelgate ${version}`);
  say(`\ntagged ${tagOf(version)}; publish the tag with: git push origin ${tagOf(version)}`);
}

function publishAll({ tarballs, wheel }: Made, { withProvenance, repository }: Settings): void {
  for (const tarball of tarballs) say(publish(tarball, withProvenance));
  say(`publish the wheel with: python3 -m twine upload ${path.relative(ROOT, wheel!)}`);
  if (mcpName(repository) !== null)
    say(`list the tools for agents with: cd ${path.relative(ROOT, FOLDER)} && mcp-publisher publish`);
}

/** Leaves no files behind that somebody could take for a release. */
function refuse(): false {
  rmSync(FOLDER, { recursive: true });
  say('\nnot released: see WRONG above');
  return false;
}

async function release(settings: Settings): Promise<boolean> {
  const version = versionOf();
  const isReady = isTreeReady(settings);
  // Also when the tree is not ready: all mistakes are told at once.
  const made = make(settings, version);
  if (!(await isPackedWell(made, settings)) || !isReady) return refuse();
  writeDocuments(made, settings, version);
  showTable(made, version);
  if (settings.mode === 'dry-run') say('\na dry run: nothing was tagged or published');
  else tag(version);
  if (settings.mode === 'publish') publishAll(made, settings);
  return true;
}

async function main(): Promise<number> {
  const wish = wishOf(process.argv.slice(2), process.env);
  if (wish.kind === 'help') say(USAGE);
  if (wish.kind === 'set-version') {
    setVersion(wish.version);
    writeFileSync(path.join(ROOT, 'server.json'), serverJsonText(null));
    say(
      `everything says ${wish.version}; now: npm run openapi && npm run reference, and a section of CHANGELOG.md`,
    );
  }
  return wish.kind !== 'release' || (await release(wish.settings)) ? 0 : 1;
}

process.exitCode = await main();
