// `reelgate docs`: the guides of this release in the terminal, without a gateway.
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readGuides } from '../documents/guides.ts';
import { headingsOf, withoutMarks } from '../documents/sections.ts';
import { textWidth } from '../terminal/text-width.ts';
import { EXIT } from '../terminal/world.ts';
import { guideText } from './docs-text.ts';
import { TestCli } from './testing/cli.ts';

let cli: TestCli;
beforeEach(() => {
  cli = new TestCli();
});
afterEach(() => cli.close());

test('without a name it lists every guide, callers first', async () => {
  const guides = await readGuides();
  const { code, out } = await cli.run('docs');
  expect(code).toBe(EXIT.ok);
  for (const { name } of guides) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
  expect(out.indexOf('  data-routes ')).toBeLessThan(out.indexOf('For operators:'));
  const listed = JSON.parse((await cli.run('docs', '--json')).out);
  expect(listed.guides.map(({ name }: { name: string }) => name)).toEqual(guides.map(({ name }) => name));
});

test('guides for callers come first, then those for operators and then the reference, each of both by name', async () => {
  const guides = await readGuides();
  const partOf = ({ audience, file }: (typeof guides)[number]) =>
    audience === 'callers' ? 'callers' : file.split('/')[1]!;
  const parts = Map.groupBy(guides, partOf);
  expect([...parts.keys()]).toEqual(['callers', 'guides', 'reference']);
  const namesOf = (some: readonly { name: string }[] = []) => some.map(({ name }) => name);
  expect([...parts.values()].flatMap(namesOf)).toEqual(namesOf(guides));
  for (const part of ['guides', 'reference']) {
    expect(namesOf(parts.get(part))).toEqual(namesOf(parts.get(part)).toSorted());
  }
});

test('every guide is readable at 80 columns: only code, addresses and words without a break are longer', async () => {
  const guides = await readGuides();
  for (const guide of guides) {
    const text = guideText({ ...guide, served: new Map() }, 80);
    const long = text
      .split('\n')
      .filter((line) => textWidth(line) > 80 && !line.startsWith('    ') && line.trim().includes(' '))
      .filter((line) =>
        line
          .trim()
          .split(' ')
          .every((word) => textWidth(word) <= 72),
      );
    expect([guide.name, long]).toEqual([guide.name, []]);
    expect(text, guide.name).not.toMatch(/^```|\]\(\.\.?\//m);
  }
});

test('a guide is wrapped to the terminal, and links name what to type', async () => {
  const guide = {
    file: 'docs/guides/a.md',
    served: new Map([['docs/guides/b.md', '/docs/b']]),
    markdown: `# One *word*

See [the other](b.md#part), [why](../decisions/calls.md) and [home](https://example.org).

- an item that
  goes on
| name | meaning |
|---|---|
| \`a\\|b\` | short |

\`\`\`sh
reelgate docs   a_b *c*
\`\`\`
`,
  };
  expect(guideText(guide, 40)).toBe(`One word
========

See the other (reelgate docs b), why
(docs/decisions/calls.md) and home
(https://example.org).

- an item that goes on
name   meaning
-----  -------
\`a|b\`  short

    reelgate docs   a_b *c*
`);
});

test('a search gives guide, heading, line and text of each section, the best first', async () => {
  const { code, out } = await cli.run('docs', 'search', 'Idempotency-KEY', 'header', '--json');
  expect(code).toBe(EXIT.ok);
  const { hits } = JSON.parse(out);
  const guides = new Map((await readGuides()).map((guide) => [guide.name, guide]));
  for (const { guide, line, heading, text } of hits) {
    const written = guides.get(guide)!.markdown.split('\n');
    const above = headingsOf(guides.get(guide)!.markdown).findLast((one) => one.line <= line);
    expect(above?.text).toBe(heading);
    expect(withoutMarks(written[line - 1]!).replaceAll('**', '')).toContain(text);
    expect(text).not.toMatch(/^[|#]|\*\*/);
  }
  expect(hits.slice(0, 3).some(({ text }: { text: string }) => /idempotency-key/i.test(text))).toBe(true);
  const shown = await cli.run('docs', 'search', 'Idempotency-KEY', 'header');
  expect(shown.out).toContain(`${hits[0].guide} · ${hits[0].heading}`);
  expect(shown.out.split('\n').filter((line) => textWidth(line) > 80)).toEqual([]);
});

test('a heading that is asked for by its own words is found with its line', async () => {
  const guide = (await readGuides()).find(({ name }) => name === 'prices')!;
  const headings = headingsOf(guide.markdown).filter(({ text }) => text !== 'Where to go on');
  expect(headings.length).toBeGreaterThan(2);
  for (const { text, line } of headings) {
    const { hits } = JSON.parse((await cli.run('docs', 'search', text, '--json')).out);
    expect(hits.slice(0, 9), text).toContainEqual(
      expect.objectContaining({ guide: 'prices', line, heading: text }),
    );
  }
});

test('what is not there ends with code 1, and a near name is offered', async () => {
  expect(await cli.run('docs', 'pricess')).toMatchObject({
    code: EXIT.no,
    out: '',
    err: 'error: there is no guide "pricess"; did you mean "prices"?\n',
  });
  expect(await cli.run('docs', '../../package')).toMatchObject({ code: EXIT.no, out: '' });
  expect(await cli.run('docs', 'search', 'xyzzy')).toMatchObject({ code: EXIT.no });
  expect(await cli.run('docs', 'search')).toMatchObject({ code: EXIT.usage });
});

test('the pager is used on a terminal only, never for JSON, and the text is printed when it cannot start', async () => {
  const paged: string[] = [];
  const onTerminal = (isShown: boolean) => {
    cli.world.showPaged = async (text) => {
      paged.push(text);
      return isShown;
    };
  };
  const plain = await cli.run('docs', 'statements');
  onTerminal(true);
  expect((await cli.run('docs', 'statements')).out).toBe('');
  expect(paged).toEqual([plain.out]);
  expect(JSON.parse((await cli.run('docs', 'statements', '--json')).out)).toMatchObject({
    name: 'statements',
  });
  expect(paged.length).toBe(1);
  onTerminal(false);
  expect((await cli.run('docs', 'statements')).out).toBe(plain.out);
});

/** A folder of the test that does not exist yet. */
const newSite = () => path.join(mkdtempSync(path.join(tmpdir(), 'reelgate-docs-')), 'site/guides');

test('a site is written into a new folder, for the user of any web server', async () => {
  const folder = newSite();
  const { code, out } = await cli.run('docs', '--html', folder, '--json');
  expect([code, JSON.parse(out)]).toEqual([EXIT.ok, { folder, guides: (await readGuides()).length }]);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['index.html', 'prices.html', 'page.js']));
  expect(readFileSync(path.join(folder, 'prices.html'), 'utf8')).toContain('Prices, and how to bound them');
  expect(statSync(folder).mode & 0o777).toBe(0o755);
  expect(statSync(path.join(folder, 'index.html')).mode & 0o777).toBe(0o644);
});

test('a site replaces no file: its folder is empty, and a guide beside the flag is wrong use', async () => {
  const folder = path.dirname(path.dirname(newSite()));
  const own = path.join(folder, 'index.html');
  writeFileSync(own, 'mine');
  expect(await cli.run('docs', '--html', folder)).toMatchObject({
    code: EXIT.no,
    err: `error: ${folder} is not empty; name a new folder\n`,
  });
  expect(readdirSync(folder)).toEqual(['index.html']);
  expect(await cli.run('docs', '--html', own)).toMatchObject({ code: EXIT.unavailable });
  expect(readFileSync(own, 'utf8')).toBe('mine');
  expect(await cli.run('docs', 'prices', '--html', folder)).toMatchObject({ code: EXIT.usage });
});
