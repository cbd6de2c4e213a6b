// Owns reading the catalog version in force.
import { inForce } from '../domain/catalog.ts';
import { failure } from '../domain/failure.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { CatalogAnswer, catalogView } from './catalog-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

export const catalogRead = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetCatalog',
  method: 'GET',
  path: '/admin/v1/catalog',
  summary: 'Read the catalog in force',
  tag: 'Catalog',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: CatalogAnswer,
  async run({ storage, clock }) {
    const catalog = inForce(await storage.catalog.all(), clock.nowMs());
    if (catalog === null) return failure('NOT_FOUND', 'No catalog is in force yet.');
    return { catalog: catalogView(catalog) };
  },
});
