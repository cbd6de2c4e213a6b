// The operation `author.get`: one author by id or handle, as the platform shows it now. It reads and checks input and does nothing else.
import { AuthorProfile } from '../domain/author.ts';
import { type Failure, isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { unknownParameters } from '../domain/unknown-parameters.ts';
import { authorRecord } from './author-record.ts';
import type { Asked, RecordOperation } from './operation.ts';
import {
  AUTHOR_BY_ADDRESS,
  authorParameters,
  includeParameter,
  maxAgeParameter,
  readAuthor,
  readInclude,
  readMaxAge,
} from './parameters.ts';
import { nativeRecordOf, recordOf } from './record-answer.ts';

const AuthorQuery = Type.Object({
  ...authorParameters,
  include: includeParameter,
  max_age: maxAgeParameter,
});

const PARAMETERS: ReadonlySet<string> = new Set(Object.keys(AuthorQuery.properties));

const NOT_CHARGED = 'An author who is not there is 404 `AUTHOR_NOT_FOUND` and costs nothing.';

/** The answer repeats the parameter that the caller sent. */
const ask = { author_id: Type.Optional(Type.String()), handle: Type.Optional(Type.String()) };

export const authorGet: RecordOperation = {
  name: 'author.get',
  actions: {
    get_author_v2: {
      variant: 'stable',
      operationId: 'getAuthor',
      summary: 'One author (stable)',
      description: `When a provider of the platform fails, the next one is asked. ${NOT_CHARGED}`,
      firstPrice: '0.004',
    },
    get_author: {
      variant: 'economy',
      operationId: 'getAuthorEconomy',
      summary: 'One author (economy)',
      description: `One provider, one attempt, at a lower price. ${NOT_CHARGED}`,
      firstPrice: '0.002',
    },
  },
  tag: 'Authors',
  unit: 'call',
  shape: 'record',
  query: AuthorQuery,
  byAddress: AUTHOR_BY_ADDRESS,
  answers: {
    u1: recordOf(ask, AuthorProfile, {
      $id: 'AuthorAnswer',
      description: 'One unified record (group u1).',
    }),
    u2: nativeRecordOf(ask, {
      $id: 'NativeAuthorAnswer',
      description: "One author in the platform's own shape (group u2).",
    }),
  },
  record: authorRecord,
  failures: ['AUTHOR_NOT_FOUND'],
  method: 'authors.get',
  sample: { author_id: 'sample-author-1tosuxs' },
  tool: null,
  playground: { about: 'author', labels: { en: 'Author', zh: '作者' } },
  command: {
    words: 'author get',
    summary: 'Get an author through a running gateway, as a customer',
    arguments: ['author_id'],
    notes: 'An author who is not there costs nothing.',
    examples: [
      'author get https://www.youtube.com/@YouTube',
      'author get sample-author-1tosuxs --platform library',
      'author get @tiktok --platform tiktok --json',
    ],
  },
  absent: 'AUTHOR_NOT_FOUND',
  read: readAuthorQuery,
};

function readAuthorQuery(query: Record<string, string>): Asked | Failure {
  const unknown = unknownParameters(Object.keys(query), PARAMETERS);
  if (unknown !== null) return unknown;
  const author = readAuthor(query);
  if (isFailure(author)) return author;
  const includeRaw = readInclude(query.include);
  if (isFailure(includeRaw)) return includeRaw;
  const maxAgeSeconds = readMaxAge(query.max_age);
  if (isFailure(maxAgeSeconds)) return maxAgeSeconds;
  return { ask: author, includeRaw, maxAgeSeconds };
}
