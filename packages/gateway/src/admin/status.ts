// Owns the short answer to "what runs here": the catalog in force and the processes that serve on this data.

import { Currency, nullable, TimeText } from '../account/fields.ts';
import { inForce } from '../domain/catalog.ts';
import { formatTime } from '../domain/clock.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { ServiceView, serviceView } from './service-view.ts';

export const status = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetStatus',
  method: 'GET',
  path: '/admin/v1/status',
  summary: 'Catalog in force and serving processes',
  tag: 'Status',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    now: TimeText,
    currency: Currency,
    service: ServiceView,
    catalog_version: nullable(Type.Integer()),
    nodes: Type.Array(
      Type.Object({
        id: Type.String(),
        pid: Type.Integer(),
        host: nullable(Type.String({ description: 'Its machine; null with SQLite, which has but one.' })),
      }),
    ),
  }),
  async run({ storage, clock, currency, ...deps }) {
    const nowMs = clock.nowMs();
    const [catalogs, nodes] = await Promise.all([storage.catalog.all(), storage.nodes()]);
    return {
      now: formatTime(nowMs),
      currency,
      service: serviceView(deps),
      catalog_version: inForce(catalogs, nowMs)?.version ?? null,
      nodes: nodes.map(({ id, pid, host }) => ({ id, pid, host })),
    };
  },
});
