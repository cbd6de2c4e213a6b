// The search of the site of the guides: what its index is made of, and the script that searches in it. No server takes part: the browser
// loads the index when somebody first types.
import { createFinder, type Findable } from './find-sections.ts';
import type { Guide } from './guides.ts';
import { sectionShare } from './sections.ts';

/** What a search finds: a section of a guide, with all of its text. */
export interface IndexedSection extends Findable {
  /** The file of the page, with the anchor of the section. */
  href: string;
}

const HEADING = /<h([1-6]) id="([^"]*)">([\s\S]*?)<\/h\1>/g;
const ANCHOR_LINK = /<a class="anchor"[^<>]*>#<\/a>/g;
const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** The words of HTML that guides/build.ts wrote. The end of a block or a cell separates words. */
function plainText(html: string): string {
  return html
    .replace(ANCHOR_LINK, '')
    .replace(/<\/(?:p|li|h\d|t[dhr]|pre|table)>/g, ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity]!)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Every section of a built guide, from its heading to the next one. */
export function indexedSections(
  { name, title }: Pick<Guide, 'name' | 'title'>,
  html: string,
): IndexedSection[] {
  const headings = [...html.matchAll(HEADING)];
  return headings.map(({ 0: heading, 2: anchor, index }, at) => ({
    href: `${name}.html${at === 0 ? '' : `#${anchor}`}`,
    guide: title,
    heading: plainText(heading),
    text: plainText(html.slice(index + heading.length, headings[at + 1]?.index)),
    share: sectionShare(name, plainText(heading)),
  }));
}

/** Lists links to what is found below the box. \`/\` focuses the box, Enter opens the first link, Escape empties the box. */
export const SITE_SEARCH_SCRIPT = `
const createFinder = ${createFinder.toString()};
const box = document.getElementById('search');
const form = box.closest('form');
const count = document.getElementById('found');
const list = document.getElementById('results');
let index = null;
function load() {
  index ??= fetch('search-index.json').then((answer) => {
    if (!answer.ok) throw new Error('the index answered ' + answer.status);
    return answer.json();
  }).then(createFinder);
  return index.catch(() => { index = null; return null; });
}
function excerpt(text, word) {
  const at = Math.max(0, text.toLowerCase().indexOf(word.toLowerCase()) - 40);
  return (at > 0 ? '…' : '') + text.slice(at, at + 120) + (at + 120 < text.length ? '…' : '');
}
function item({ href, guide, heading, text }, word) {
  const [row, link, where] = ['li', 'a', 'span'].map((tag) => document.createElement(tag));
  link.href = href;
  link.textContent = heading;
  where.textContent = (heading === guide ? '' : guide + ' · ') + excerpt(text, word);
  row.append(link, where);
  return row;
}
async function search() {
  const asked = box.value.trim();
  const find = asked === '' ? () => [] : await load();
  // Somebody typed on while the index was loaded.
  if (asked !== box.value.trim()) return;
  const found = find === null ? [] : find(asked);
  list.replaceChildren(...found.map((one) => item(one, asked.split(/\\s+/)[0])));
  list.hidden = found.length === 0;
  if (asked === '') count.textContent = '';
  else if (find === null) count.textContent = 'The search index cannot be loaded';
  else count.textContent = found.length === 1 ? '1 section' : found.length + ' sections';
}
form.hidden = false;
box.addEventListener('input', search);
box.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  box.value = '';
  search();
});
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  await search();
  list.querySelector('a')?.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) return;
  event.preventDefault();
  box.focus();
});
`;
