// How an author becomes a record of an answer: the fields from the connector, plus platform and source, and the rank in a list.
import type { ParsedRecord } from '../connectors/connector.ts';
import type { AuthorProfile, ParsedAuthor } from '../domain/author.ts';
import type { NamedThing } from '../domain/thing-names.ts';
import type { RecordForm } from './operation.ts';

const SCHEMA = 'reelgate.author.v1';

function things(parsed: ParsedRecord): NamedThing[] {
  const { id, handle, alt_ids } = parsed as ParsedAuthor;
  return [['author', id, handle, ...alt_ids]];
}

export const authorRecord: RecordForm = {
  kind: 'author',
  schema: SCHEMA,
  item({ platform, source }, parsed): AuthorProfile {
    return { platform, ...(parsed as ParsedAuthor), source: source as AuthorProfile['source'] };
  },
  things,
};

export const listedAuthorRecord: RecordForm = {
  ...authorRecord,
  item({ platform, source }, parsed, rank): AuthorProfile {
    return { platform, ...(parsed as ParsedAuthor), rank, source: source as AuthorProfile['source'] };
  },
};
