// Writes the licences of all bundled packages into a file beside the pages. A package without a licence file fails the build.
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Folders of the packages whose code is bundled. */
export type Bundled = Set<string>;

const LICENCE = /^(licen[cs]e|copying)/i;

/** Also used for workers, which are separate builds. */
export function collectBundled(into: Bundled): Plugin {
  return {
    name: 'reelgate:bundled',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const id of chunk.moduleIds) {
          const folder = packageOf(id);
          if (folder !== null) into.add(folder);
        }
      }
    },
  };
}

/** The folder of the innermost package; null for our own modules and those of the bundler. */
function packageOf(id: string): string | null {
  const match = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'));
  return match?.[1] !== undefined && existsSync(path.join(match[1], 'package.json')) ? match[1] : null;
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  ) as Record<'name' | 'version' | 'license', string>;
  const file = readdirSync(folder).find((one) => LICENCE.test(one));
  if (file === undefined) throw new Error(`${name} is bundled and has no licence file`);
  return `${name} ${version} (${license})\n\n${readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
}

/** The licence file. Its name contains a hash of its content, because browsers cache files of pages without limit. */
export function licencesOf(bundled: Bundled): { name: string; text: string } {
  const texts = [...bundled].toSorted().map(licenceOf);
  const text = `This program contains the following software.\n\n${texts.join(`\n${'-'.repeat(72)}\n\n`)}`;
  return { name: `licences-${hash('sha256', text).slice(0, 8)}.txt`, text };
}
