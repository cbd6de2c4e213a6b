// A search over six simulated platforms that share the records of the sample library. Each finds in its own way, and fills its page with what
// is popular, as many do. Judges the merged page by the keywords of the library: by ranks alone, and weighed by the words of the question.

import { hash } from 'node:crypto';
import { createJudge } from '../../packages/gateway/src/call/all/likeness.ts';
import { indexWordsOf, looseWords } from '../../packages/gateway/src/library/searching/loose-words.ts';
import { JUDGED } from '../../packages/gateway/src/library/testing/judged-queries.ts';
import { byteText } from '../../packages/gateway/src/operations/byte-text.ts';
import { merge } from '../../packages/gateway/src/operations/merge-lists.ts';
import { meanOf } from './peers.ts';
import { readSample, type Sample } from './sample.ts';

const PLATFORMS = 6;
const PAGE_ITEMS = 20;
const NOT_SEEN = { isSeen: () => false, setAside: new Set<string>() };

const records = readSample();
const platformOf = ({ id }: Sample) => hash('sha256', id, 'buffer')[0]! % PLATFORMS;

/** How many words of the keyword some texts have. */
function overlap(keyword: string, texts: readonly string[]): number {
  const words = new Set(indexWordsOf(texts, []).split(' '));
  return looseWords(keyword).filter(({ text }) => words.has(text)).length;
}

const whole = ({ title, description, tags, author }: Sample) => [
  title,
  description,
  tags.join(' '),
  author.name,
];

/** How each platform values a record; 0 for one that it does not find. */
const ENGINES: ((keyword: string, record: Sample) => number)[] = [
  (keyword, record) => overlap(keyword, whole(record)),
  (keyword, record) => 10 * overlap(keyword, [record.title]) + overlap(keyword, whole(record)),
  (keyword, record) => overlap(keyword, whole(record)) && record.stats.views,
  (keyword, record) => overlap(keyword, whole(record)) && Date.parse(record.published_at),
  (keyword, record) =>
    overlap(keyword, [record.title, record.author.name]) * Math.log(record.stats.views + 2),
  (keyword, record) => overlap(keyword.slice(0, 12), whole(record)),
];

function pageOf(platform: number, keyword: string): Sample[] {
  const own = records.filter((record) => platformOf(record) === platform);
  const value = new Map(own.map((record) => [record, ENGINES[platform]!(keyword, record)]));
  return own
    .toSorted((a, b) => value.get(b)! - value.get(a)! || b.stats.views - a.stats.views)
    .slice(0, PAGE_ITEMS);
}

/** The item as an answer has it, as far as the merge reads it. */
function itemOf({ id, title, description: text, language, duration_ms, author }: Sample) {
  const head = { platform: 'sample', id, url: null, embed_url: null, kind: 'video' };
  return byteText(JSON.stringify({ ...head, title, text, language, duration_ms, author, stats: {} }));
}

function mergedIds(keyword: string, isWeighed: boolean): string[] {
  const judge = createJudge(isWeighed ? keyword : null, null);
  const legs = ENGINES.map((_, platform) => {
    const unread = pageOf(platform, keyword).map((record, rank) => ({
      ...{ rank, key: 0, till: PAGE_ITEMS, names: [record.id], value: record.id, ...judge(itemOf(record)) },
    }));
    const about = { name: `platform ${platform}`, weight: 1, open: PAGE_ITEMS, isLive: false };
    return { ...about, unread, delivered: unread.length };
  });
  const { items } = merge({ legs, run: null }, { count: 10, order: 'relevance', ...NOT_SEEN });
  return items.map(({ item }) => item.value);
}

/** The mean over all keywords. */
export const judgePlatforms = (isWeighed: boolean) =>
  meanOf(Object.values(JUDGED).flat(), (keyword) => mergedIds(keyword, isWeighed));
