// The scripts of the documents: the folded navigation, a button that copies a block of code, and the search box of the reference. The pages work without them.
// The content security policy allows exactly these texts, by their hashes.

/**
 * Folds the navigation where the page is narrow, and adds a button to each block of code. Browsers have a clipboard only
 * over https and on the same machine.
 */
export const PAGE_SCRIPT = `
const wide = matchMedia('(min-width: 60.01rem)');
const unfold = () => { document.querySelector('.menu').open = wide.matches; };
unfold();
wide.addEventListener('change', unfold);
if (navigator.clipboard) for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  const frame = document.createElement('div');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  frame.className = block.textContent.trim().includes('\\n') ? 'copied' : 'copied one-line';
  block.replaceWith(frame);
  frame.append(block, button);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
}
`;

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
