// The script of the reference: its search box, with what every document has. The page works without it.
// The content security policy allows exactly this text, by its hash.
import { createFinder } from '../../documents/find-sections.ts';
import { PAGE_SCRIPT } from '../../documents/page-script.ts';

/**
 * Hides the routes and records that the finder of the guides does not find, and sections without any left; where it finds none, those without
 * the very letters, which may stand in the middle of a name. Enter goes to the best one, `/` focuses the box.
 */
export const SEARCH_SCRIPT = `
const createFinder = ${createFinder.toString()};
const box = document.getElementById('search');
const count = document.getElementById('found');
const articles = [...document.querySelectorAll('article.route')];
const links = new Map([...document.querySelectorAll('nav li a')].map((a) => [a.hash.slice(1), a.parentElement]));
const told = articles.map((one) => ({
  guide: (one.id + ' ' + one.id.replace(/([a-z])([A-Z])/g, '$1 $2')),
  heading: one.querySelector('h3').textContent,
  text: one.textContent,
  share: one.id.startsWith('schema-') ? 0.6 : 1,
  one,
}));
let find = null;
let ranked = [];
function search() {
  const asked = box.value.trim();
  find ??= createFinder(told);
  ranked = asked === '' ? [] : find(asked);
  if (ranked.length === 0) ranked = told.filter(({ text }) => text.toLowerCase().includes(asked.toLowerCase()));
  const fitting = new Set(ranked.map(({ one }) => one));
  for (const one of articles) {
    const fits = fitting.has(one);
    one.hidden = !fits;
    const link = links.get(one.id);
    if (link) link.hidden = !fits;
  }
  const found = fitting.size;
  document.body.classList.toggle('searching', asked !== '');
  count.textContent = asked === '' ? '' : found === 1 ? '1 entry' : found + ' entries';
}
box.closest('form').hidden = false;
box.addEventListener('input', search);
box.closest('form').addEventListener('submit', (event) => {
  event.preventDefault();
  if (ranked.length > 0) ranked[0].one.scrollIntoView();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) return;
  event.preventDefault();
  box.focus();
});
`;

/** Of the reference page. The search reads the texts of the page before the buttons are in them. */
export const DOCS_SCRIPT = SEARCH_SCRIPT + PAGE_SCRIPT;
