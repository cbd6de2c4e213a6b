// Rules that judge a stored answer bad without a person: it contains only refusals, it is about another keyword, or it repeats earlier
// pages of its walk. A rule that is not certain does not apply. Callers choose their questions, so a rule that a good answer can break
// would give answers away for nothing.
import { hash } from 'node:crypto';
import type { ComplaintRule } from '../../domain/complaint.ts';
import { PAGE_ITEMS_MAX } from '../../domain/limits.ts';
import { searchTerms, searchText } from '../../library/searching/search-words.ts';
import { canonicalPage } from '../../operations/operation.ts';
import type { ComplaintEvidence, KeptAnswer } from '../../storage/storage.ts';

interface BrokenRule {
  name: ComplaintRule;
  /** Shown to the caller and to the operator. */
  note: string;
}

type Evidence = Pick<ComplaintEvidence, 'fingerprint' | 'answer' | 'earlier'> & { path: string };

/** Titles that platforms send in place of content when they block a client, normalised as search text. */
const REFUSALS = [
  'Access denied',
  'Are you a robot',
  'Attention required',
  'Captcha',
  "Confirm you're not a bot",
  'Enable JavaScript and cookies',
  'Just a moment',
  'Request blocked',
  'Sorry, you have been blocked',
  'Too many requests',
  'Unusual traffic',
  'Verify you are human',
].map(searchText);
/** Shorter words of a refusal, such as "you" and "not", occur in many unrelated keywords. */
const REFUSAL_WORD_CHARS_MIN = 4;
/** A refusal is short. A longer text with these words is about them. */
const REFUSAL_CHARS_MAX = 300;
/** A web page that blocks a client; real documents may be larger. */
const REFUSAL_PAGE_BYTES_MAX = 20_000;
/** With fewer items, their topic cannot be judged. */
const KEYWORD_ITEMS_MIN = 5;
/** Earlier pages of a walk that are compared: each costs up to 2,000 hashes, 3 ms. */
const WALK_PAGES_MAX = 5;

export function findBrokenRule(evidence: Evidence): BrokenRule | null {
  const { answer } = evidence;
  if (answer === null) return null;
  if (answer.passedOn !== null) return isRefusalPage(answer) ? REFUSED : null;
  const page = readPage(answer);
  if (page === null || page.items.length === 0) return null;
  const refusals = refusalsBeside(Object.values(page.ask).join(' '));
  if (page.items.every((item) => isRefusal(item, refusals))) return REFUSED;
  if (isAboutSomethingElse(page)) return { name: 'other_keyword', note: 'no item mentions the keyword' };
  return isRepetition(evidence, page) ? REPEATED : null;
}

const REFUSED: BrokenRule = { name: 'refusal_page', note: 'the answer holds nothing but refusals' };
const REPEATED: BrokenRule = {
  name: 'duplicate_page',
  note: 'every item was on an earlier page of this walk',
};

interface Item {
  /** Includes the platform, because ids of two platforms may be equal. */
  name: string;
  title: string;
  /** All texts of the item. */
  texts: string;
  /** Part of its text was cut off and may have contained any word. */
  isCut: boolean;
  /** The platform says that it has the keyword in another form, in part, or in a field that the answer does not show. */
  isLoose: boolean;
  /** It has no author, time, length, picture or count. Every real video has at least one of these. */
  isBare: boolean;
}

interface StoredPage {
  /** The question as the answer repeats it. */
  ask: Record<string, string>;
  items: Item[];
  pcursor: string;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** A page of whole unified records; null for any other answer: with `fields`, the texts that a rule looks for may have been left out. */
function readPage({ body }: KeptAnswer): StoredPage | null {
  const answer = parse(body);
  if (answer === null || !Array.isArray(answer.items) || answer.fields !== undefined) return null;
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

type Fields = Record<string, unknown>;

function readItem(value: unknown): Item {
  const item = fieldsOf(value);
  const author = fieldsOf(item.author);
  const tags = Array.isArray(item.tags) ? item.tags.map(textOf) : [];
  const texts = [item.title, item.text, item.url, author.name, author.handle].map(textOf);
  const id = textOf(item.id);
  return {
    name: id === '' ? '' : `${textOf(item.platform)} ${id}`,
    title: textOf(item.title),
    texts: [...texts, ...tags].join(' '),
    isCut: item.text_truncated === true,
    isLoose: typeof item.match === 'string' && item.match !== 'exact',
    isBare: isBare(item, author),
  };
}

const fieldsOf = (value: unknown) => (typeof value === 'object' && value !== null ? value : {}) as Fields;

function isBare(item: Fields, author: Fields): boolean {
  const facts = [
    item.duration_ms,
    item.published_at,
    item.published_text,
    author.id,
    author.name,
    author.handle,
  ];
  const counts = Object.values(fieldsOf(item.stats));
  const hasPicture = Array.isArray(item.thumbnails) && item.thumbnails.length > 0;
  return !hasPicture && [...facts, ...counts].every((fact) => fact === null || fact === undefined);
}

/** Without refusals that the caller searched for: a search for "captcha" finds it in every title. */
function refusalsBeside(asked: string): string[] {
  const words = searchText(asked);
  const isAsked = (word: string) => word.length >= REFUSAL_WORD_CHARS_MIN && words.includes(word);
  return REFUSALS.filter((refusal) => !refusal.split(' ').some(isAsked));
}

/** A title with a refusal text counts only when nothing else shows that there is content. */
function isRefusal({ title, texts, isBare }: Item, refusals: readonly string[]): boolean {
  if (!isBare || texts.length > REFUSAL_CHARS_MAX) return false;
  const words = ` ${searchText(title)} `;
  return refusals.some((refusal) => words.includes(` ${refusal} `));
}

const TITLE = /<title[^<>]{0,200}>([^<]{0,300})<\/title/i;
/** The service in front of many upstreams; its block pages contain this name. */
const SIGNATURE = ' cloudflare';

/** An answer of a mounted upstream. Only a short web page counts, and only by its whole title, because the question is not known. */
function isRefusalPage({ body, passedOn }: KeptAnswer): boolean {
  const type = passedOn?.headers['content-type'] ?? '';
  if (!type.startsWith('text/html') || body.length > REFUSAL_PAGE_BYTES_MAX) return false;
  const [, title = ''] = TITLE.exec(Buffer.from(body).toString()) ?? [];
  const words = searchText(title);
  return REFUSALS.some((refusal) => words === refusal || words === refusal + SIGNATURE);
}

/** True when no item has any word of the keyword, both normalised as search text. */
function isAboutSomethingElse({ ask, items }: StoredPage): boolean {
  if (items.length < KEYWORD_ITEMS_MIN) return false;
  const terms = searchTerms(textOf(ask.keyword));
  const mayMention = ({ isCut, isLoose, texts }: Item) =>
    isCut || isLoose || mentions(searchText(texts), terms);
  return terms.length > 0 && !items.some(mayMention);
}

const mentions = (words: string, terms: readonly string[]) => terms.some((term) => words.includes(term));

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
    for (const { name } of before.page.items) seen.add(name);
    next = before.fingerprint;
  }
  return page.items.every(({ name }) => name !== '' && seen.has(name));
}

/**
 * A call is stored as the hash of its question, and a page has the cursor of the next one. The caller of that next page chose a page size
 * and whether to include raw records, so all combinations are hashed. A match is proof.
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
