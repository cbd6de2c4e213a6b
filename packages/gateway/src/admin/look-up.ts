// Owns the look-up of any id that somebody pastes: what it is, and whose.
import { nullable, RequestIdText } from '../account/fields.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { FOUND_KINDS } from '../storage/storage.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

const FoundView = Type.Object(
  {
    kind: Type.Enum([...FOUND_KINDS]),
    id: Type.String({ description: 'As the routes of its kind take it.' }),
    name: Type.String({
      description: 'Its name; the request id of a call, the kind of an entry, the words of a complaint.',
    }),
    account_id: nullable(Type.String()),
    account_name: nullable(Type.String()),
    state: Type.String({ examples: ['settled'] }),
  },
  { $id: 'Found', description: 'Something that goes by the name that was looked up.' },
);

export const idLookUp = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminLookUp',
  method: 'GET',
  path: '/admin/v1/lookup',
  summary:
    'What an id is: a call, a request id, an account, a key or its prefix, a project, a complaint, an entry, a token, a session',
  tag: 'Calls',
  params: Nothing,
  query: Type.Object({ id: RequestIdText }),
  body: Nothing,
  result: Type.Object({ found: Type.Array(FoundView, { description: 'Empty when nothing goes by it.' }) }),
  async run({ storage }, { query }) {
    const found = await storage.lookUp({ id: query.id });
    return {
      found: found.map(({ kind, id, name, accountId, accountName, state }) => ({
        kind,
        id,
        name,
        account_id: accountId,
        account_name: accountName,
        state,
      })),
    };
  },
});
