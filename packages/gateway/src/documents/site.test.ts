// The guides as a web site: its links, what its pages load, and what its search finds.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildGuides } from '../../guides/build.ts';
import { createFinder } from './find-sections.ts';
import { type Guide, readGuides } from './guides.ts';
import { guideSections, headingsOf } from './sections.ts';
import { siteFiles } from './site.ts';
import type { IndexedSection } from './site-search.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-site-'));
let guides: Guide[];
let files: ReadonlyMap<string, string>;
let index: IndexedSection[];
beforeAll(async () => {
  await buildGuides(folder);
  guides = await readGuides(folder);
  files = (await siteFiles(guides, '1.2.3'))!;
  index = JSON.parse(files.get('search-index.json')!);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pages = () => [...files].filter(([name]) => name.endsWith('.html'));

/** As the script of the site finds, which has nothing but itself. */
const find = (asked: string): IndexedSection[] => {
  const [definition] = /^const createFinder = [\s\S]*?^};$/m.exec(files.get('page.js')!)!;
  return new Function(`${definition} return createFinder;`)()(index)(asked);
};

/** Whether a page of the site has that file and anchor. `href` is relative, so that the site works at any path. */
function leadsSomewhere(href: string, from: string): boolean {
  const [file = '', anchor] = href.split('#');
  const target = files.get(file === '' ? from : file);
  return (
    target !== undefined && (anchor === undefined || target.includes(` id="${decodeURIComponent(anchor)}"`))
  );
}

test('every link of every page and of the search leads to a file and an anchor of the site, or to another host', () => {
  const links = pages().flatMap(([from, html]) =>
    [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, href]) => ({ from, href: href! })),
  );
  const own = links.filter(({ href }) => !/^(?:https?|mailto):/.test(href));
  expect(own.length).toBeGreaterThan(1_000);
  expect(own.filter(({ from, href }) => !leadsSomewhere(href, from))).toEqual([]);
  expect(index.filter(({ href }) => !leadsSomewhere(href, ''))).toEqual([]);
});

test('every guide is a page that the first page and the navigation link to', () => {
  expect(guides.length).toBeGreaterThan(30);
  for (const { name } of guides) {
    expect(files.has(`${name}.html`), name).toBe(true);
    for (const from of ['index.html', 'prices.html'])
      expect(files.get(from), `${from} to ${name}`).toContain(`<a href="${name}.html"`);
  }
});

test('a page has no inline script, style or handler, and loads files of the site alone', () => {
  for (const [name, html] of pages()) {
    expect(html, name).not.toMatch(/<style|<[^>]+ (?:style|on[a-z]+)=|<script(?! src="page\.js"><\/script>)/);
    expect(html, name).toContain(`content="default-src 'none'; style-src 'self'; script-src 'self';`);
    const loaded = [...html.matchAll(/<(?:script|img|iframe|source|link)\b[^>]*?(?:src|href)="([^"]*)"/g)];
    expect(new Set(loaded.map(([, file]) => file)), name).toEqual(
      new Set(['icon.svg', 'style.css', 'page.js']),
    );
  }
  expect(files.get('style.css')).not.toMatch(/url\(|@import/);
});

test('the index has every heading of every guide', () => {
  for (const { name, title, markdown } of guides) {
    const headings = index.filter(({ guide }) => guide === title).map(({ heading }) => heading);
    expect(headings, name).toEqual(headingsOf(markdown).map(({ text }) => text));
  }
});

test('the script of the site finds what the terminal finds', () => {
  const terminal = createFinder(guides.flatMap((guide) => guideSections(guide)));
  for (const asked of [
    'disputes',
    'Idempotency-KEY  header',
    'move to postgres',
    'a spending cap for a key',
  ]) {
    const [found, expected] = [find(asked), terminal(asked)].map((all) => all.map(({ heading }) => heading));
    expect(found!.slice(0, 1), asked).toEqual(expected!.slice(0, 1));
  }
});

test('a search takes any text for words, and finds nothing for none', () => {
  expect(find('   ')).toEqual([]);
  expect(find('xyzzy')).toEqual([]);
  for (const text of ['(', '[a', '\\', '$&', 'a/b', '{}', '-', '…', '__proto__', 'constructor'])
    expect(Array.isArray(find(text)), text).toBe(true);
  expect(find('--dry-run').length).toBeGreaterThan(0);
});

test('a clone whose pages are not built has no site', async () => {
  expect(await siteFiles(await readGuides(path.join(folder, 'nowhere')), '1.2.3')).toBeNull();
});

// What lists of guides show of each: its first sentence.

/** It begins with a table. */
const WITHOUT_SUMMARY = ['reference-performance'];

test('a guide is summed up by its first sentence in plain words, and one that begins with a table by nothing', async () => {
  const guides = await readGuides();
  expect(guides.filter(({ summary }) => summary === '').map(({ name }) => name)).toEqual(WITHOUT_SUMMARY);
  for (const { name, summary } of guides) {
    if (summary !== '') expect(summary, name).toMatch(/^[^\s|*>#`<-][^|]*\.$/);
  }
});
