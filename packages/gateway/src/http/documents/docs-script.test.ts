// The search box of the reference, run in a page of a few articles without a browser.
import { expect, test } from 'vitest';
import { SEARCH_SCRIPT } from './docs-script.ts';

const TOLD: Record<string, [heading: string, text: string]> = {
  searchVideos: ['Search videos', 'keyword, pcursor, count. Charged once.'],
  getBalance: ['Your balance', 'What is available, and what running calls hold.'],
  rotateKey: ['Give a key a new secret', 'Needs the right to manage the account.'],
  'schema-Video': ['Video', 'title, published_at, the balance of colours'],
};

interface Listened {
  value: string;
  hidden: boolean;
  textContent: string;
  on: Record<string, (event: object) => void>;
  addEventListener(name: string, listener: () => void): void;
}
const field = (): Listened => ({
  ...{ value: '', hidden: true, textContent: '', on: {} },
  addEventListener(name, listener) {
    this.on[name] = listener;
  },
});

/** What is shown for a text, and where Enter goes. */
function find(text: string): { shown: string[]; first: string | null } {
  let first: string | null = null;
  const form = field();
  const box = Object.assign(field(), { closest: () => form });
  const articles = Object.entries(TOLD).map(([id, [heading, rest]]) => ({
    ...{ id, hidden: false, textContent: `${heading} ${rest}` },
    querySelector: () => ({ textContent: heading }),
    scrollIntoView: () => {
      first = id;
    },
  }));
  const document = {
    ...{ activeElement: { tagName: 'BODY' }, body: { classList: { toggle: () => {} } } },
    getElementById: (id: string) => (id === 'search' ? box : field()),
    querySelectorAll: (selector: string) => (selector === 'article.route' ? articles : []),
    addEventListener: () => {},
  };
  new Function('document', SEARCH_SCRIPT)(document);
  box.value = text;
  box.on.input!({});
  form.on.submit!({ preventDefault: () => {} });
  return { shown: articles.filter(({ hidden }) => !hidden).map(({ id }) => id), first };
}

test.each<[string, string[], string | null]>([
  ['how do i search for a video', ['searchVideos'], 'searchVideos'],
  ['balance', ['getBalance', 'schema-Video'], 'getBalance'],
  ['rotate a key', ['rotateKey'], 'rotateKey'],
  ['published_at', ['schema-Video'], 'schema-Video'],
  ['cursor', ['searchVideos'], 'searchVideos'],
  ['zebra', [], null],
])('%s', (asked, shown, first) => expect(find(asked)).toEqual({ shown, first }));

test('an empty box shows everything', () => expect(find(' ').shown).toEqual(Object.keys(TOLD)));
