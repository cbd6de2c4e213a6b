// The script of the reference: its search box, with what every document has. The page works without it.
// The content security policy allows exactly this text, by its hash.
import { PAGE_SCRIPT } from '../../documents/page-script.ts';

/** Hides routes and records that do not contain every word, and sections without any left. `/` focuses the box. */
const SEARCH_SCRIPT = `
const box = document.getElementById('search');
const count = document.getElementById('found');
const articles = [...document.querySelectorAll('article.route')];
const links = new Map([...document.querySelectorAll('nav li a')].map((a) => [a.hash.slice(1), a.parentElement]));
const texts = new Map(articles.map((one) => [one, one.textContent.toLowerCase()]));
function search() {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let found = 0;
  for (const one of articles) {
    const fits = words.every((word) => texts.get(one).includes(word));
    one.hidden = !fits;
    if (fits) found++;
    const link = links.get(one.id);
    if (link) link.hidden = !fits;
  }
  document.body.classList.toggle('searching', words.length > 0);
  count.textContent = words.length === 0 ? '' : found === 1 ? '1 entry' : found + ' entries';
}
box.closest('form').hidden = false;
box.addEventListener('input', search);
box.closest('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const first = articles.find((one) => !one.hidden);
  if (first) first.scrollIntoView();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) return;
  event.preventDefault();
  box.focus();
});
`;

/** Of the reference page. The search reads the texts of the page before the buttons are in them. */
export const DOCS_SCRIPT = SEARCH_SCRIPT + PAGE_SCRIPT;
