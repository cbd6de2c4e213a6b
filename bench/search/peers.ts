// Other search engines over the records and keywords of the sample library, each set up as its guide advises for a search box.
import { DatabaseSync } from 'node:sqlite';
import FlexSearch from 'flexsearch';
import MiniSearch from 'minisearch';
import { JUDGED, scoreOf } from '../../packages/gateway/src/library/testing/judged-queries.ts';
import { readSample, type Sample } from './sample.ts';

type Search = (keyword: string) => readonly string[];
const COUNT = 20;

const fieldsOf = ({ id, title, description, tags, author }: Sample) => ({
  ...{ id, title, description, tags: tags.join(' '), author: author.name },
});
const FIELDS = ['title', 'description', 'tags', 'author'];
const RECORDS = readSample().map(fieldsOf);

function miniSearch(): Search {
  const index = new MiniSearch({
    fields: FIELDS,
    searchOptions: { prefix: true, fuzzy: 0.2, boost: { title: 2 } },
  });
  index.addAll(RECORDS);
  return (keyword) => index.search(keyword).map(({ id }) => String(id));
}

function flexSearch(): Search {
  const index = new FlexSearch.Index({ tokenize: 'forward' });
  for (const { id, ...texts } of RECORDS) index.add(id, Object.values(texts).join(' '));
  return (keyword) => index.search(keyword, { limit: COUNT, suggest: true }).map(String);
}

/** Any of the words, by its own rank. */
function fts5(tokenize: string): Search {
  const db = new DatabaseSync(':memory:');
  db.exec(
    `CREATE VIRTUAL TABLE found USING fts5 (id UNINDEXED, ${FIELDS.join(', ')}, tokenize = '${tokenize}')`,
  );
  const insert = db.prepare('INSERT INTO found VALUES (?, ?, ?, ?, ?)');
  for (const { id, title, description, tags, author } of RECORDS)
    insert.run(id, title, description, tags, author);
  const search = db.prepare(`SELECT id FROM found WHERE found MATCH ? ORDER BY rank LIMIT ${COUNT}`);
  return (keyword) => {
    const words = keyword.split(/\s+/).map((word) => `"${word.replaceAll('"', '')}"`);
    return search.all(words.join(' OR ')).map(({ id }) => String(id));
  };
}

/** The engines by name, each with its mean over the keywords of each class. */
export function judgePeers(): Record<string, Record<string, { recall: number; rank: number }>> {
  const engines: Record<string, Search> = {
    MiniSearch: miniSearch(),
    FlexSearch: flexSearch(),
    'FTS5 porter': fts5('porter unicode61'),
    'FTS5 trigram': fts5('trigram'),
  };
  const classes = Object.entries({ ...JUDGED, all: Object.values(JUDGED).flat() });
  const judge = (search: Search) =>
    Object.fromEntries(classes.map(([name, rows]) => [name, meanOf(rows, (keyword) => search(keyword))]));
  return Object.fromEntries(Object.entries(engines).map(([name, search]) => [name, judge(search)]));
}

/** Of judged keywords, as an engine answers them. */
export function meanOf(rows: (typeof JUDGED)[string], search: Search): { recall: number; rank: number } {
  const scores = rows.map(([keyword, ids]) =>
    scoreOf(
      search(keyword),
      ids.split(' ').map((id) => `sample-${id}`),
    ),
  );
  const mean = (name: 'recall' | 'rank') => scores.reduce((sum, one) => sum + one[name], 0) / scores.length;
  return { recall: mean('recall'), rank: mean('rank') };
}
