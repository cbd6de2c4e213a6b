// Owns the dry run of publishing: the same checks and the same difference, and nothing is stored.

import { TimeText } from '../account/fields.ts';
import { formatTime } from '../domain/clock.ts';
import { isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { CatalogDocument } from './catalog-document.ts';
import { effectFields, planCatalog } from './catalog-plan.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

export const catalogPreview = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminDiffCatalog',
  method: 'POST',
  path: '/admin/v1/catalog/diff',
  summary: 'Show what a catalog document would change, and publish nothing',
  tag: 'Catalog',
  params: Nothing,
  query: Nothing,
  body: CatalogDocument,
  result: Type.Object({ effective_from: TimeText, ...effectFields }),
  needs: 'viewer',
  async run(deps, { body }) {
    const plan = await planCatalog(deps, body);
    if (isFailure(plan)) return plan;
    return { effective_from: formatTime(plan.draft.effectiveFromMs), ...plan.effect };
  },
});
