// How complete and how fresh the answers of an operation are, as the price list, operators and the terminal show it.
import type { Static } from 'typebox';
import type { Coverage } from '../domain/coverage.ts';
import { Type } from '../domain/schema.ts';
import { nullable } from './fields.ts';

export const CoverageView = Type.Object(
  {
    items_max: nullable(
      Type.Integer({
        description:
          'A list ends after this many items, although the platform may have more. Null: no such end is known.',
      }),
    ),
    page_items_max: nullable(
      Type.Integer({ description: 'The most items of one page; null for one record.' }),
    ),
    missing: Type.Array(Type.String(), { description: 'Fields that are always null.' }),
    fresh: nullable(Type.String({ description: 'How old answers may be. Null: as new as on the platform.' })),
    notes: Type.Array(Type.String(), { description: 'Known gaps, in sentences. Empty: none known.' }),
  },
  { $id: 'Coverage', description: 'Caps, known gaps and freshness of an operation.' },
);
type ShownCoverage = Static<typeof CoverageView>;

export function coverageView(coverage: Coverage | null): ShownCoverage | null {
  if (coverage === null) return null;
  const { itemsMax, pageItemsMax, missing, fresh, notes } = coverage;
  return {
    items_max: itemsMax,
    page_items_max: pageItemsMax,
    missing: [...missing],
    fresh,
    notes: [...notes],
  };
}
