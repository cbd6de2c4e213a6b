import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { PAGE_ITEMS_MAX } from '../../domain/limits.ts';
import { canonicalPage } from '../../operations/operation.ts';
import { findBrokenRule } from './complaint-rules.ts';

const PATH = '/api/u1/v1/x/app/search_video_v2';

interface Written {
  keyword?: string;
  ids?: string[];
  titles?: string[];
  pcursor?: string;
  /** Added to every item. */
  more?: object;
}

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

function page({ keyword = 'cat', ids = [], titles = [], pcursor = 'next', more = {} }: Written) {
  const items = (titles.length > 0 ? titles : ids.map((id) => `cat ${id}`)).map((title, i) => ({
    ...{ id: ids[i] ?? `i${i}`, title, text: null, tags: ['tag'], author: { name: null }, ...more },
  }));
  return {
    body: bytes({ request_id: 'r', platform: 'x', keyword, items, pcursor, has_more: true }),
    passedOn: null,
  };
}

/** The fingerprint of a call for the page with this cursor. */
function printOf(pcursor: string | null, { count = 20, includeRaw = false, keyword = 'cat' } = {}): string {
  const asked = { ask: { keyword }, pcursor, count, includeRaw, maxAgeSeconds: null };
  return hash('sha256', canonicalPage(PATH, asked), 'base64url');
}

const judge = (answer: ReturnType<typeof page> | null, changes: object = {}) =>
  findBrokenRule({ path: PATH, fingerprint: 'other', earlier: [], answer, ...changes })?.name ?? null;

const five = (title: string) => Array.from({ length: 5 }, (_, i) => `${title} ${i}`);

describe('an answer breaks the rule of refusals', () => {
  test('when every item is one', () => {
    expect(judge(page({ titles: ['Access Denied', 'Please solve this CAPTCHA'] }))).toBe('refusal_page');
  });

  test('not when one item is content, or only speaks of one', () => {
    expect(judge(page({ titles: ['Access denied', 'cat'] }))).toBeNull();
    expect(judge(page({ titles: [`how a captcha works ${'x'.repeat(400)}`] }))).toBeNull();
    expect(judge(page({ titles: ['reCAPTCHA, part 2'] }))).toBeNull();
    expect(judge(page({ ids: [] }))).toBeNull();
  });

  const ASKED: [keyword: string, title: string][] = [
    ['captcha', 'How a captcha works'],
    ['"CAPTCHA"', 'How a captcha works'],
    ['captchas!', 'Captcha explained'],
    ['ｃａｐｔｃｈａ', 'Captcha explained'],
    ['too many requests', 'Too many requests (song)'],
    ['Too-Many-Requésts', 'Too many requests (song)'],
    ['#denied', 'Access denied, the film'],
  ];
  test.each(ASKED)('not when its words are those of the keyword %s', (keyword, title) => {
    expect(judge(page({ keyword: 'dogs', titles: [title, title] }))).toBe('refusal_page');
    expect(judge(page({ keyword, titles: [title, title] }))).toBeNull();
  });

  const CONTENT = [
    { duration_ms: 0 },
    { published_at: '2024-05-01T10:00:00.000Z' },
    { author: { name: 'Ann' } },
    { stats: { views: 0, likes: null } },
    { thumbnails: [{ url: 'https://x.example/1.jpg' }] },
  ];
  test.each(CONTENT)('not when its items are real videos about one: %o', (more) => {
    expect(
      judge(page({ titles: ['Captcha solver'], more: { stats: { views: null }, thumbnails: [] } })),
    ).toBe('refusal_page');
    expect(judge(page({ titles: ['Captcha solver'], more }))).toBeNull();
  });

  test('when a short web page was passed on that is one, and no other bytes', () => {
    const passedOn = (type: string, body: string) => ({
      ...{ path: PATH, fingerprint: 'f', earlier: [] },
      answer: { body: bytes(body), passedOn: { status: 200, headers: { 'content-type': type } } },
    });
    const text = '<title>Just a moment...</title>';
    expect(findBrokenRule(passedOn('text/html; charset=utf-8', text))?.name).toBe('refusal_page');
    expect(findBrokenRule(passedOn('application/json', text))).toBeNull();
    expect(findBrokenRule(passedOn('text/html', text + ' '.repeat(20_001)))).toBeNull();
    const signed = '<TITLE lang="en">Attention Required! | Cloudflare</title>';
    expect(findBrokenRule(passedOn('text/html', signed))?.name).toBe('refusal_page');
    // Pages that repeat the caller's question.
    for (const good of ['<title>captcha - search</title>', '<title>Search</title><p>captcha', 'captcha'])
      expect(findBrokenRule(passedOn('text/html', good)), good).toBeNull();
  });
});

describe('an answer is about another keyword', () => {
  test('when none of five items or more has one of its words', () => {
    expect(judge(page({ keyword: 'cat film', titles: five('dog') }))).toBe('other_keyword');
    expect(judge(page({ keyword: 'Cat', titles: [...five('dog'), 'my CATs'] }))).toBeNull();
    expect(judge(page({ keyword: 'cat', titles: five('dog').slice(1) }))).toBeNull();
    expect(judge(page({ keyword: 'x', titles: five('dog') }))).toBeNull();
    expect(judge(page({ keyword: 'tag', titles: five('dog') }))).toBeNull();
  });
});

describe('a keyword and the texts are read as the search reads them', () => {
  const cats = five('My cat');
  const SPELLINGS = [
    '"cat"',
    '(cat)',
    'cat!',
    '#cat',
    'cát',
    'ＣＡＴ',
    '«Cat»',
    'c\u200bat',
    'cat…',
    'cat/',
    '*cat*',
  ];
  test.each(SPELLINGS)('%s is in the title of every item', (keyword) => {
    expect(judge(page({ keyword, titles: cats }))).toBeNull();
    expect(judge(page({ keyword, titles: five('My dog') }))).toBe('other_keyword');
  });

  const PAIRS: [keyword: string, title: string][] = [
    ['cat', 'Mein CÁT'],
    ['strasse', 'Straße'],
    ['小猫视频', '可爱的猫'],
    ['猫', '小猫'],
    ['ねこ', 'かわいいねこ'],
    ['iphone15', 'iPhone 15'],
    ['covid-19', 'COVID 19'],
    ['🐱!', 'look 🐱'],
    ['x'.repeat(100), 'x'.repeat(100)],
  ];
  test.each(PAIRS)('%s is in %s', (keyword, title) => {
    expect(judge(page({ keyword, titles: five(title) }))).toBeNull();
    expect(judge(page({ keyword, titles: five('dog') }))).toBe('other_keyword');
  });

  test('what the platform found by another form, a slip or a field that is not shown is about the keyword', () => {
    for (const match of ['words', 'prefix', 'most_words', 'similar', 'pieces'])
      expect(judge(page({ titles: five('dog'), more: { match } }))).toBeNull();
    expect(judge(page({ titles: five('dog'), more: { match: 'exact' } }))).toBe('other_keyword');
  });

  test('a text that was cut may have had any word', () => {
    expect(judge(page({ titles: five('dog'), more: { text: 'bark', text_truncated: false } }))).toBe(
      'other_keyword',
    );
    expect(judge(page({ titles: five('dog'), more: { text: 'bark', text_truncated: true } }))).toBeNull();
  });
});

describe('an answer repeats its walk', () => {
  const first = { fingerprint: printOf(null), answer: page({ ids: ['a', 'b'], pcursor: 'p2' }) };
  const second = { fingerprint: printOf('p2'), answer: page({ ids: ['c'], pcursor: 'p3' }) };

  test('when every item was on the page before, or on one before that', () => {
    const again = page({ ids: ['b', 'a'], pcursor: 'p3' });
    expect(judge(again, { fingerprint: printOf('p2'), earlier: [first] })).toBe('duplicate_page');
    const later = { fingerprint: printOf('p3', { count: 7, includeRaw: true }), earlier: [second, first] };
    expect(judge(page({ ids: ['a', 'c'] }), later)).toBe('duplicate_page');
  });

  test.each([1, PAGE_ITEMS_MAX])('also when its caller asked for %i items a page', (count) => {
    const again = page({ ids: ['b', 'a'], pcursor: 'p3' });
    const asked = { fingerprint: printOf('p2', { count }), earlier: [first] };
    expect(judge(again, asked)).toBe('duplicate_page');
  });

  test('not when two platforms use the same id', () => {
    const from = (platform: string, pcursor: string) => page({ ids: ['1'], pcursor, more: { platform } });
    const before = { fingerprint: printOf(null), answer: from('one', 'p2') };
    const next = { fingerprint: printOf('p2'), earlier: [before] };
    expect(judge(from('one', 'p3'), next)).toBe('duplicate_page');
    expect(judge(from('other', 'p3'), next)).toBeNull();
  });

  test('not when one item is new, nor when the same page was asked for twice', () => {
    const fresh = page({ ids: ['a', 'd'] });
    expect(judge(fresh, { fingerprint: printOf('p2'), earlier: [first] })).toBeNull();
    const same = page({ ids: ['a', 'b'], pcursor: 'p2' });
    expect(judge(same, { fingerprint: printOf(null), earlier: [first] })).toBeNull();
    expect(judge(same, { fingerprint: printOf('p2', { keyword: 'dog' }), earlier: [first] })).toBeNull();
  });
});

test('an answer that is not kept, or is nothing that the rules can read, breaks none', () => {
  expect(judge(null)).toBeNull();
  for (const text of ['', 'null', '[]', '{"items":1}', '{"items":[null,1,"x"]}', '{"item":{}}']) {
    expect(judge({ body: bytes(text), passedOn: null }), text).toBeNull();
  }
});

test('records with chosen fields break no rule: what a rule looks for may have been left out', () => {
  const items = five('other').map((_, i) => ({ platform: 'x', id: `i${i}` }));
  const answer = { request_id: 'r', platform: 'x', keyword: 'cat', items, pcursor: 'next' };
  expect(judge({ body: bytes(answer), passedOn: null })).toBe('other_keyword');
  expect(judge({ body: bytes({ ...answer, fields: ['platform', 'id'] }), passedOn: null })).toBeNull();
});
