// Reads every labelled value of a page: figures, facts, table cells and the fields of its forms. A time is read as the API writes it, an id as a whole, and buttons
// are left out.
import type { BrowserPage } from './browser.ts';

/** By label: the figures and facts. A figure's note has the figure's label followed by "note". */
type ShownFacts = Record<string, string>;
export interface ShownTable {
  label: string;
  rows: { id: string; cells: ShownFacts }[];
  totals: ShownFacts;
}
export interface Shown {
  facts: ShownFacts;
  tables: ShownTable[];
  /** Of a choice, the words of what is chosen. */
  fields: ShownFacts;
  /** All words of the page. */
  words: string;
}

const READ = `(() => {
  const textOf = (element) => {
    const copy = element.cloneNode(true);
    for (const one of copy.querySelectorAll('button, svg, details')) one.remove();
    for (const one of copy.querySelectorAll('time')) one.replaceWith(' ' + one.dateTime + ' ');
    for (const one of copy.querySelectorAll('[data-id]')) one.textContent = one.dataset.id;
    copy.normalize();
    const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) found.push(texts.currentNode.data);
    return found.join(' ').replaceAll(/\\s+/g, ' ').trim();
  };
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main');
  const facts = {};
  for (const term of top.querySelectorAll('dt')) {
    let value = term.nextElementSibling;
    facts[textOf(term)] = value === null ? '' : textOf(value);
    value = value?.nextElementSibling;
    if (value?.matches('dd')) facts[textOf(term) + ' note'] = textOf(value);
  }
  const cellsOf = (row, name) =>
    Object.fromEntries([...row.querySelectorAll('td[data-' + name + ']')].map((cell) => [cell.dataset[name], textOf(cell)]));
  const tables = [...top.querySelectorAll('[role=group][aria-label]')].filter((one) => one.querySelector('table')).map((group) => ({
    label: group.getAttribute('aria-label'),
    rows: [...group.querySelectorAll('tr[data-row]')].map((row) => ({ id: row.dataset.row, cells: cellsOf(row, 'column') })),
    totals: cellsOf(group, 'total'),
  }));
  const fields = {};
  for (const field of top.querySelectorAll('form :is(input, select, textarea)')) {
    const label = field.labels?.[0]?.textContent ?? '';
    if (field.type === 'radio') {
      if (field.checked) fields[field.closest('[role=radiogroup]').ariaLabel] = label;
    } else fields[label] = field.type === 'checkbox' ? String(field.checked) : (field.selectedOptions?.[0]?.label ?? field.value);
  }
  return { facts, tables, fields, words: textOf(top) };
})()`;

export function readShown(page: BrowserPage): Promise<Shown> {
  return page.evaluate<Shown>(READ);
}
