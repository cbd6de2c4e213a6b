// Checks what a reader can see of a page at its width: the page does not scroll sideways, no text is cut off or stands outside of the
// screen, no table scrolls sideways or leaves a column out, and no date or time breaks over two lines.
import type { BrowserPage } from './browser.ts';

/**
 * Dates and times as the pages write them: "Nov 18, 04:22", "18 Nov 2026, 04:22:07", "2026-11-18 04:22", "November 2026". The white space
 * may be non-breaking.
 */
const DATE = String.raw`(?:\d{1,2}\s)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\s\d{1,4}(?:,?\s\d{4})?(?:,?\s(?:at\s)?\d{1,2}:\d{2}(?::\d{2})?)?|\d{4}-\d{2}-\d{2}(?:[T\s]\d{2}:\d{2}(?::\d{2})?)?`;

/**
 * Each text of the top layer (the open dialog, else the page) against every box that cuts or scrolls it. Texts for screen readers only are
 * one pixel wide. Code may scroll inside its box, an option of a list is shown by the browser.
 */
const FAULTS = `(() => {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const date = new RegExp(${JSON.stringify(DATE)}, 'g');
  const faults = new Set();
  const words = (text) => text.trim().replace(/\\s+/g, ' ').slice(0, 60);
  const say = (what, node) => faults.add(what + ': ' + words(node.textContent));
  const scrolls = document.documentElement.scrollWidth - innerWidth;
  if (scrolls > 0) faults.add('the page scrolls sideways by ' + scrolls + ' pixels');
  for (const table of top.querySelectorAll('table')) {
    const place = table.parentElement;
    if (table.checkVisibility() && place.scrollWidth > place.clientWidth + 1)
      faults.add('a table is cut: ' + (place.getAttribute('aria-label') ?? words(table.textContent)));
  }
  for (const cell of top.querySelectorAll('td')) {
    const isLeftOut = cell.textContent.trim() !== '' && !cell.checkVisibility();
    if (isLeftOut && cell.closest('table').checkVisibility()) say('a column is left out', cell);
    // In a card the heading of the column stands beside the value. The first value is the title of the card.
    const head = cell.closest('table').querySelectorAll('thead th')[cell.cellIndex];
    const isCard = cell.checkVisibility() && getComputedStyle(cell.parentElement).display === 'flex';
    const isTitled = cell.cellIndex === 0 || head?.textContent.trim() === '' || head?.querySelector('.hidden-visually');
    const label = getComputedStyle(cell, '::before').content;
    if (isCard && !isTitled && (label === 'none' || label === '""')) say('a value has no heading', cell);
  }
  const range = document.createRange();
  const boxes = (node, from, to) => {
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter(({ width }) => width > 0);
  };
  const cutBy = (element, box) => {
    for (let at = element; at !== null && at !== top.parentElement; at = at.parentElement) {
      const { overflowX } = getComputedStyle(at);
      if (overflowX === 'visible') continue;
      if (overflowX === 'auto' || overflowX === 'scroll') return null;
      const own = at.getBoundingClientRect();
      if (own.width <= 1) return null;
      if (box.right > own.right + 1 || box.left < own.left - 1) return at;
    }
    return box.right > innerWidth + 1 || box.left < -1 ? document.body : null;
  };
  const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === '' || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest('option, script, style, button[class*=skip], .skip') !== null) continue;
    const all = boxes(node, 0, node.length);
    if (all.some((box) => cutBy(element, box) !== null) && element.closest('[title]') === null) say('a text is cut', node);
    for (const match of node.data.matchAll(date)) {
      const lines = new Set(boxes(node, match.index, match.index + match[0].length).map(({ top }) => Math.round(top)));
      if (lines.size > 1 && element.closest('pre, code') === null) faults.add('a date breaks: ' + match[0]);
    }
  }
  for (const time of top.querySelectorAll('time'))
    if (new Set([...time.getClientRects()].map(({ top }) => Math.round(top))).size > 1) say('a date breaks', time);
  return [...faults];
})()`;

export function layoutFaults(page: BrowserPage): Promise<string[]> {
  return page.evaluate<string[]>(FAULTS);
}
