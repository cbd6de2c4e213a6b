// Owns reading one catalog version, past, in force or still waiting for its day.

import { failure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { CatalogAnswer, catalogView } from './catalog-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

export const catalogVersion = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetCatalogVersion',
  method: 'GET',
  path: '/admin/v1/catalog/versions/{version}',
  summary: 'Read one catalog version',
  tag: 'Catalog',
  params: Type.Object({ version: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) }),
  query: Nothing,
  body: Nothing,
  result: CatalogAnswer,
  async run({ storage }, { params }) {
    const all = await storage.catalog.all();
    const catalog = all.find((candidate) => String(candidate.version) === params.version);
    if (catalog === undefined) return failure('NOT_FOUND', 'There is no such catalog version.');
    return { catalog: catalogView(catalog) };
  },
});
