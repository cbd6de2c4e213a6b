// Situations of calls that are passed on to a mounted upstream.
import type { ServerResponse } from 'node:http';
import { TOKEN } from '../../mounts/testing/upstream.ts';
import type { Situation } from './situation.ts';

const SHOP = '/api/u2/v1/shop';

const answers =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.statusCode = status;
    response.end(body);
  };
const clip = (upstream: Situation['upstream'], more: Partial<Situation> = {}): Situation => ({
  ...{ path: `${SHOP}/clips/a%20b`, query: {}, upstream: upstream! },
  ...more,
});
const said = (text: string) => JSON.stringify({ error: { message: text } });

export const mountSituations: Record<string, Situation> = {
  'a mounted look-up': clip(answers(200, '{"ok":true}', { 'x-inner': 'no', 'content-language': 'de' }), {
    headers: { accept: 'text/csv', 'accept-language': 'de', cookie: 'a=b', 'x-api-key': 'mine' },
  }),
  'a mounted list': clip(answers(200, '[]'), {
    path: `${SHOP}/clips`,
    query: { q: '猫&x', tag: 'a', ids: '1,2', page: '2' },
  }),
  'a mounted list with wrong input': clip(answers(200, '[]'), {
    path: `${SHOP}/clips`,
    query: { q: 'x', page: '0' },
  }),
  'a mounted write': clip(answers(201, '{"id":7}'), {
    path: `${SHOP}/clips`,
    method: 'POST',
    body: { title: 'first', views: 12 },
  }),
  'a mounted delete without an answer': clip(answers(204, ''), { method: 'DELETE' }),
  'a mounted answer without a type': clip((response) => {
    response.removeHeader('content-type');
    response.end('bytes');
  }),
  'a mounted call that is redirected': clip(answers(302, '', { location: 'https://elsewhere.example' })),
  'a mounted call with bad input': clip(answers(400, said('the clip has no name'))),
  'a mounted call without rights': clip(answers(403, said('your plan ended'))),
  'a mounted thing that is not there': clip(answers(404, said('no such clip'))),
  'a mounted conflict': clip(answers(409, said('it exists'))),
  'a mounted call at its limit': clip(answers(429, said('slow down'), { 'retry-after': '7' })),
  'a mounted upstream out of order': clip(answers(500, said('inner trouble'))),
  'a mounted answer with the credential': clip(answers(200, `{"token":"${TOKEN}"}`)),
};
