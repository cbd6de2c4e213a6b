// Owns publishing the next catalog version. Versions are only ever added; calls already admitted keep their price.

import { failure, isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { CatalogDocument } from './catalog-document.ts';
import { effectFields, planCatalog } from './catalog-plan.ts';
import { CatalogView, catalogView } from './catalog-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

export const catalogPublish = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminPublishCatalog',
  method: 'POST',
  path: '/admin/v1/catalog/versions',
  summary: 'Publish a catalog version',
  tag: 'Catalog',
  params: Nothing,
  query: Nothing,
  body: CatalogDocument,
  result: Type.Object({ catalog: CatalogView, ...effectFields }),
  creates: true,
  needs: 'owner',
  async run(deps, { body }, caller) {
    const plan = await planCatalog(deps, body);
    if (isFailure(plan)) return plan;
    const { effect, ...publication } = plan;
    const result = await deps.storage.catalog.publish({ actor: caller.actor, ...publication });
    if (result.kind === 'refused') return failure('CONFLICT', result.detail);
    await deps.refresh();
    return { catalog: catalogView(result.catalog), ...effect };
  },
});
