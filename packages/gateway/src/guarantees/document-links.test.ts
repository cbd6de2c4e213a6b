// Links in the Markdown files of the repository lead somewhere: to a file or folder that exists, and to a heading in it.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { anchorsOf, type Link, linksOf, markdownFiles, ROOT } from '../testing/documents/markdown.ts';

const files = markdownFiles();

/** Files that are read in another place than they are written: `npm pack` puts documents beside a package's README. */
const READ_AS: Record<string, string> = {
  'packages/gateway/README.md': 'README.md',
  'bench/speed/performance.template.md': 'docs/reference/performance.md',
};

/** What is wrong with a link; null for a good one. Addresses of other hosts are not asked: tests need no network. */
function faultOf({ file, target }: Link): string | null {
  if (/^(https?|mailto):/.test(target)) return null;
  const [place, anchor] = target.split('#') as [string, string?];
  const folder = path.dirname(READ_AS[file] ?? file);
  const found = place === '' ? file : path.join(folder, decodeURIComponent(place));
  if (!existsSync(path.join(ROOT, found))) return 'no such file';
  if (anchor === undefined || !found.endsWith('.md')) return null;
  return anchorsOf(found).has(anchor) ? null : 'no such heading';
}

test('every relative link and every anchor of every Markdown file leads somewhere', () => {
  const links = files.flatMap(linksOf);
  expect(files).toEqual(
    expect.arrayContaining(['SECURITY.md', 'AGENTS.md', '.github/pull_request_template.md']),
  );
  expect(links.length).toBeGreaterThan(300);
  const dead = links.flatMap((link) => {
    const fault = faultOf(link);
    return fault === null ? [] : [`${link.file}:${link.line} ${link.target}: ${fault}`];
  });
  expect(dead).toEqual([]);
});

test('a link to a file or a heading that does not exist is noticed', () => {
  const link = (target: string): Link => ({ file: 'docs/guides/prices.md', line: 1, target });
  expect(faultOf(link('absent.md'))).toBe('no such file');
  expect(faultOf(link('deploy.md#no-such-heading'))).toBe('no such heading');
  expect(faultOf(link('#no-such-heading'))).toBe('no such heading');
  expect(faultOf(link('deploy.md#backup-and-restore'))).toBeNull();
});
