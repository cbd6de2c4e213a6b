// Owns the rules by which a stored answer is judged bad without a person: it holds nothing but refusals, it is about another
// keyword, or it repeats earlier pages of its walk. A rule that is not sure says nothing. Pure: no ledger, no clock.
import { hash } from 'node:crypto';
import type { ComplaintRule } from '../domain/complaint.ts';
import { PAGE_ITEMS_MAX } from '../domain/limits.ts';
import { canonicalPage } from '../operations/operation.ts';
import type { ComplaintEvidence, KeptAnswer } from '../storage/storage.ts';

export interface BrokenRule {
  name: ComplaintRule;
  /** For the caller and the operator. */
  note: string;
}

type Evidence = Pick<ComplaintEvidence, 'fingerprint' | 'answer' | 'earlier'> & { path: string };

/** What platforms put in place of content when they turn a client away; in small letters. */
const REFUSALS = [
  'access denied',
  'are you a robot',
  'attention required!',
  'captcha',
  'confirm you’re not a bot',
  "confirm you're not a bot",
  'enable javascript and cookies',
  'just a moment...',
  'request blocked',
  'sorry, you have been blocked',
  'too many requests',
  'unusual traffic',
  'verify you are human',
];
/** A refusal is short. A longer text that has such words in it is about them. */
const REFUSAL_CHARS_MAX = 300;
/** A web page that turns somebody away; real documents may be larger. */
const REFUSAL_PAGE_BYTES_MAX = 20_000;
/** On fewer items, nothing can be said about what they are about. */
const KEYWORD_ITEMS_MIN = 5;
/** Pages of one walk that are followed back: each costs up to 2,000 hashes, 3 ms. */
const WALK_PAGES_MAX = 5;

export function findBrokenRule(evidence: Evidence): BrokenRule | null {
  const { answer } = evidence;
  if (answer === null) return null;
  if (answer.passedOn !== null) return isRefusalPage(answer) ? REFUSED : null;
  const page = readPage(answer);
  if (page === null || page.items.length === 0) return null;
  if (page.items.every(isRefusal)) return REFUSED;
  if (isAboutSomethingElse(page)) return { name: 'other_keyword', note: 'no item mentions the keyword' };
  return isRepetition(evidence, page) ? REPEATED : null;
}

const REFUSED: BrokenRule = { name: 'refusal_page', note: 'the answer holds nothing but refusals' };
const REPEATED: BrokenRule = {
  name: 'duplicate_page',
  note: 'every item was on an earlier page of this walk',
};

interface Item {
  id: string;
  title: string;
  /** Whatever an item says of itself, in small letters. */
  texts: string;
}

interface StoredPage {
  /** What the answer repeats of its question, in its order. */
  ask: Record<string, string>;
  items: Item[];
  pcursor: string;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** A page of unified records; null for any other answer. */
function readPage({ body }: KeptAnswer): StoredPage | null {
  const answer = parse(body);
  if (answer === null || !Array.isArray(answer.items)) return null;
  const { request_id: _id, platform: _platform, ...rest } = answer;
  const fields = Object.entries(rest);
  const asked = fields.slice(
    0,
    fields.findIndex(([name]) => name === 'items'),
  );
  return {
    ask: Object.fromEntries(asked.filter((field): field is [string, string] => typeof field[1] === 'string')),
    items: answer.items.map(readItem),
    pcursor: textOf(answer.pcursor),
  };
}

function parse(body: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function readItem(value: unknown): Item {
  const item = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const author = (item.author ?? {}) as Record<string, unknown>;
  const tags = Array.isArray(item.tags) ? item.tags.map(textOf) : [];
  const texts = [item.title, item.text, item.url, author.name, author.handle].map(textOf);
  return {
    id: textOf(item.id),
    title: textOf(item.title),
    texts: [...texts, ...tags].join(' ').toLowerCase(),
  };
}

function isRefusal({ title, texts }: Item): boolean {
  return texts.length <= REFUSAL_CHARS_MAX && saysRefusal(title);
}

function saysRefusal(text: string): boolean {
  const small = text.toLowerCase();
  return REFUSALS.some((words) => small.includes(words));
}

/** Somebody else's bytes: only a short web page can be one. */
function isRefusalPage({ body, passedOn }: KeptAnswer): boolean {
  const type = passedOn?.headers['content-type'] ?? '';
  if (!type.startsWith('text/html') || body.length > REFUSAL_PAGE_BYTES_MAX) return false;
  return saysRefusal(Buffer.from(body).toString());
}

/** True when not one item has one word of the keyword. Words of one letter say nothing, and are left out. */
function isAboutSomethingElse({ ask, items }: StoredPage): boolean {
  if (items.length < KEYWORD_ITEMS_MIN) return false;
  const words = textOf(ask.keyword)
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 1);
  return words.length > 0 && !items.some(({ texts }) => words.some((word) => texts.includes(word)));
}

function isRepetition({ path, fingerprint, earlier }: Evidence, page: StoredPage): boolean {
  const pages = earlier.flatMap((one) => {
    const before = one.answer.passedOn === null ? readPage(one.answer) : null;
    return before === null ? [] : [{ fingerprint: one.fingerprint, page: before }];
  });
  const seen = new Set<string>();
  let next = fingerprint;
  for (let depth = 0; depth < WALK_PAGES_MAX; depth++) {
    const before = pages.find((one) => isFollowedBy(path, one.page, next));
    if (before === undefined) break;
    for (const { id } of before.page.items) seen.add(id);
    next = before.fingerprint;
  }
  return page.items.every(({ id }) => id !== '' && seen.has(id));
}

/**
 * A call is kept as the hash of what it asked, and a page has the cursor for the next one. Whoever asked for that next page
 * chose a number of items and whether to see the raw ones: all choices are tried. One that fits is proof.
 */
function isFollowedBy(path: string, { ask, pcursor }: StoredPage, fingerprint: string): boolean {
  if (pcursor === '') return false;
  for (let count = 1; count <= PAGE_ITEMS_MAX; count++) {
    for (const includeRaw of [false, true]) {
      const asked = { ask, pcursor, count, includeRaw, maxAgeSeconds: null };
      if (hash('sha256', canonicalPage(path, asked), 'base64url') === fingerprint) return true;
    }
  }
  return false;
}
