// The list of parts (SBOM) of the gateway's package in CycloneDX 1.6: what npm installs with it, by the lockfile, and what its bundles contain.
// `npm sbom` knows neither what was bundled nor, in a workspace, all that is installed: it left out `pg` and `yaml`.
import { hash } from 'node:crypto';
import type { Locked as LockedPackage } from './lockfiles.ts';

interface Locked extends LockedPackage {
  version: string;
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

interface Part {
  name: string;
  version: string;
  license: string | undefined;
  integrity: string | undefined;
}

type Packages = Record<string, Locked>;

/** Everything that is installed with the package in `folder`, in the versions of the lockfile. */
export function installedParts(packages: Packages, folder: string): Part[] {
  const seen = new Set<string>();
  const visit = (place: string) => {
    if (seen.has(place)) return;
    seen.add(place);
    const { dependencies, optionalDependencies } = packages[place]!;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      visit(placeOf(packages, place, name));
  };
  visit(folder);
  seen.delete(folder);
  return [...seen].map((place) => {
    const { version, license, integrity } = packages[place]!;
    const name = place.replace(/^.*node_modules\//, '').replace(/^packages\//, 'reelgate-');
    return { name, version, license, integrity };
  });
}

/** As Node looks for a package: in `node_modules` of the folder, then of each folder above it. */
function placeOf(packages: Packages, from: string, name: string): string {
  for (let folder = from; ; folder = folder.replace(/(^|\/)[^/]*$/, '')) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    const found = packages[place];
    if (found !== undefined) return found.link ? found.resolved! : place;
    if (folder === '') throw new Error(`the lockfile has no ${name}, which ${from} needs`);
  }
}

/** From a file of licences: each begins with a line such as `react 19.3.1 (MIT)`. */
export function bundledParts(packages: Packages, licences: string): Part[] {
  const lines = licences.matchAll(/^(@?[\w./-]+) (\d+\.\d+\.\S+) \(([^)]+)\)$/gm);
  return [...lines].map(([, name, version, license]) => {
    const locked = packages[`node_modules/${name}`];
    const integrity = locked?.version === version ? locked?.integrity : undefined;
    return { name: name!, version: version!, license, integrity };
  });
}

/** The same bytes for the same parts: its serial number follows from them, and it has no time of its making. */
export function sbomOf(version: string, parts: readonly Part[]): string {
  const byId = new Map(parts.map((part) => [`${part.name}@${part.version}`, part]));
  const components = [...byId.keys()].toSorted().map((id) => componentOf(id, byId.get(id)!));
  const digest = hash('sha256', JSON.stringify([version, components]));
  const serial = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
  const component = {
    type: 'application',
    'bom-ref': `reelgate@${version}`,
    name: 'reelgate',
    version,
    purl: `pkg:npm/reelgate@${version}`,
  };
  const sbom = {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: `urn:uuid:${serial}`, version: 1 },
    metadata: { component: { ...component, licenses: [{ license: { id: 'Apache-2.0' } }] } },
    components,
  };
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

function componentOf(id: string, { name, version, license, integrity }: Part): object {
  const digest = integrity?.startsWith('sha512-')
    ? Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')
    : null;
  return {
    ...{
      type: 'library',
      'bom-ref': id,
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    },
    ...(digest !== null && { hashes: [{ alg: 'SHA-512', content: digest }] }),
    ...(license !== undefined && { licenses: [{ expression: license }] }),
  };
}
