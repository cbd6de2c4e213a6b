// Owns the history of the catalog: every version without its prices, newest first.

import { type Catalog, stateOf } from '../domain/catalog.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { CatalogSummary, catalogSummary } from './catalog-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

export const catalogVersions = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListCatalogVersions',
  method: 'GET',
  path: '/admin/v1/catalog/versions',
  summary: 'List catalog versions, newest first',
  tag: 'Catalog',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({ versions: Type.Array(CatalogSummary) }),
  async run({ storage, clock }) {
    const all = await storage.catalog.all();
    const state = (catalog: Catalog) => stateOf(catalog, all, clock.nowMs());
    return { versions: all.map((catalog) => catalogSummary(catalog, state(catalog))).reverse() };
  },
});
