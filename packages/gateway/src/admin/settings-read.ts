// Owns the settings as operators read them: which file, and what was given in it. It never shows a secret.
import { nullable } from '../account/fields.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

export const settingsRead = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetSettings',
  method: 'GET',
  path: '/admin/v1/settings',
  summary: 'The settings that were given, without secrets; all others have their defaults',
  tag: 'Status',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    file: nullable(Type.String({ description: 'Null when there is none, and every default holds.' })),
    settings: Type.Array(
      Type.Object({
        name: Type.String({ examples: ['service.title'] }),
        value: nullable(Type.String({ description: 'Null when it is a secret or may hold one.' })),
        variable: nullable(Type.String({ description: 'Of the environment, where the value came from.' })),
      }),
      { description: 'At most the first thousand.' },
    ),
  }),
  async run({ settings }) {
    const { file, given } = settings();
    return { file, settings: given.map(({ name, value, variable }) => ({ name, value, variable })) };
  },
});
