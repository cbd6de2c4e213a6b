import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { operations } from '../../operations/index.ts';
import { linkFieldsOf, RECORD_SCHEMAS, withoutLinks } from './without-links.ts';

const titleOf = (schema: object) => (schema as { $id: string }).$id;

const cleared = (record: object) => JSON.parse(withoutLinks(JSON.stringify(record)));

interface Node {
  properties?: Record<string, Node>;
  items?: Node;
  anyOf?: Node[];
}

/** The path of every field of a schema whose name says that it is an address. */
function addressesIn(node: Node, at: string): string[] {
  const nested = [node.items, ...(node.anyOf ?? [])].filter((one) => one !== undefined);
  const fields = Object.entries(node.properties ?? {}).flatMap(([name, one]) => [
    ...(/url$/.test(name) ? [`${at}${name}`] : []),
    ...addressesIn(one, `${at}${name}.`),
  ]);
  return [...fields, ...nested.flatMap((one) => addressesIn(one, at))];
}

/** Addresses of pages, which do not lapse. */
const PAGES = [
  'url',
  'embed_url',
  'author.url',
  'license.url',
  'links.url',
  'also_in.url',
  'maybe_also_in.url',
];

test('every address in a record is a page, or is cleared after the links have lapsed', () => {
  for (const schema of RECORD_SCHEMAS) {
    const fields = linkFieldsOf(schema);
    const linked = Object.entries(fields).flatMap(([name, rule]) =>
      typeof rule === 'object'
        ? Object.keys(rule).map((one) => `${name}.${one}`)
        : [rule === 'empty' ? `${name}.url` : name],
    );
    const found = addressesIn(schema as Node, '');
    expect(found.filter((address) => !PAGES.includes(address)).sort(), titleOf(schema)).toEqual(
      linked.sort(),
    );
  }
});

test('every kind of record that an operation sells is known', () => {
  const known = RECORD_SCHEMAS.map(({ properties }) => properties.source.properties.schema.const);
  expect([...new Set(operations.map(({ record }) => record.schema))].sort()).toEqual([...known].sort());
});

test('a field that is a link in one kind of record is a link or absent in all others', () => {
  const tables = RECORD_SCHEMAS.map((schema) => ({ schema, fields: linkFieldsOf(schema) }));
  for (const { fields } of tables)
    for (const other of tables)
      for (const [name, rule] of Object.entries(fields))
        if (name in other.schema.properties) expect(other.fields[name]).toEqual(rule);
});

const author = {
  id: 'a',
  url: 'https://p.example/@a',
  avatar_url: 'https://cdn.example/a.jpg?sig=1',
  name: 'A',
};

test.each([
  [
    'a video',
    {
      id: 'v',
      url: 'https://p.example/v',
      embed_url: 'https://p.example/e/v',
      author,
      thumbnails: [{ url: 'https://cdn.example/t.jpg', width: 1, height: 1 }],
    },
    {
      id: 'v',
      url: 'https://p.example/v',
      embed_url: 'https://p.example/e/v',
      author: { ...author, avatar_url: null },
      thumbnails: [],
    },
  ],
  [
    'an author',
    { ...author, banner_url: 'https://cdn.example/b.jpg', links: [{ title: 't', url: 'https://a.example' }] },
    { ...author, avatar_url: null, banner_url: null, links: [{ title: 't', url: 'https://a.example' }] },
  ],
  [
    'a comment',
    { id: 'c', text: 'see https://a.example', author, images: [{ url: 'https://cdn.example/i.jpg' }] },
    { id: 'c', text: 'see https://a.example', author: { ...author, avatar_url: null }, images: [] },
  ],
  [
    'a record with chosen fields',
    { platform: 'p', id: 'v', title: 't' },
    { platform: 'p', id: 'v', title: 't' },
  ],
  [
    'a transcript',
    { video_id: 'v', text: 'thumbnails', cues: [] },
    { video_id: 'v', text: 'thumbnails', cues: [] },
  ],
  ['an author that the platform did not give', { id: 'v', author: null }, { id: 'v', author: null }],
])('%s keeps its page addresses and loses its pictures', (_, record, expected) => {
  expect(cleared(record)).toEqual(expected);
  // Done twice it changes nothing more.
  expect(cleared(cleared(record))).toEqual(expected);
});

test('a cleared record still has its schema', () => {
  for (const schema of RECORD_SCHEMAS) {
    const record = Value.Create(schema) as object;
    expect(Value.Check(schema, record), titleOf(schema)).toBe(true);
    expect(Value.Check(schema, cleared(record)), titleOf(schema)).toBe(true);
  }
});

test("every web address in the platform's own record is cleared, and long numbers keep their digits", () => {
  const line =
    '{"id":"v","raw":{"photo_id":5193363430624671876,"n":1.50,"play":["https://cdn.example/v.mp4","x"],"cover":{"url":"HTTP://c"}}}';
  expect(withoutLinks(line)).toBe(
    '{"id":"v","raw":{"photo_id":5193363430624671876,"n":1.50,"play":[null,"x"],"cover":{"url":null}}}',
  );
});
