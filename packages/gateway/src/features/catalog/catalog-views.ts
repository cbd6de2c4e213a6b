// How a catalog version is shown to operators. Endpoints and overrides have the form of the catalog document, so that a version can be
// read, edited and published as the next one.
import type { Static } from 'typebox';
import type { Catalog, CatalogState, PriceOverride, PriceRule } from '../../domain/catalog.ts';
import { formatTime } from '../../domain/clock.ts';
import { formatMoney } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import { Count, Currency, MoneyText, nullable, TimeText, timeOrNull } from '../../verb/fields.ts';
import { tiersView } from './price-views.ts';

const head = {
  version: Type.Integer({ minimum: 1 }),
  currency: Currency,
  effective_from: TimeText,
  published_at: TimeText,
  published_by: Type.String(),
  note: nullable(Type.String()),
};

const extraFields = {
  tiers: nullable(Type.Array(Type.Object({ from: Count, unit_price: MoneyText }))),
  minimum: nullable(MoneyText),
  free_per_day: nullable(Count),
};

export const CatalogView = Type.Object(
  {
    ...head,
    endpoints: Type.Array(
      Type.Object({
        path: Type.String(),
        unit: Type.Enum(['call', 'item']),
        unit_price: MoneyText,
        ...extraFields,
        summary: nullable(Type.String()),
        deprecated: Type.Boolean(),
        sunset_at: nullable(TimeText),
        successor: nullable(Type.String()),
      }),
    ),
    overrides: Type.Array(
      Type.Object({ account: Type.String(), path: Type.String(), unit_price: MoneyText, ...extraFields }),
    ),
  },
  { $id: 'Catalog', description: 'One immutable version of the price list.' },
);
export const CatalogAnswer = Type.Object({ catalog: CatalogView });

export const CatalogSummary = Type.Object(
  {
    ...head,
    endpoint_count: Count,
    override_count: Count,
    state: Type.Enum(['in_force', 'scheduled', 'replaced']),
  },
  { $id: 'CatalogSummary' },
);

function headOf(catalog: Catalog) {
  return {
    version: catalog.version,
    currency: catalog.currency,
    effective_from: formatTime(catalog.effectiveFromMs),
    published_at: formatTime(catalog.publishedAtMs),
    published_by: catalog.publishedBy,
    note: catalog.note,
  };
}

function extrasView({ minimumMicros, freePerDay, tiers }: PriceRule | PriceOverride) {
  return {
    tiers: tiers === undefined ? null : tiersView(tiers),
    minimum: minimumMicros === undefined ? null : formatMoney(minimumMicros),
    free_per_day: freePerDay ?? null,
  };
}

function ruleView(rule: PriceRule): Static<typeof CatalogView>['endpoints'][number] {
  return {
    path: rule.path,
    unit: rule.unit ?? 'call',
    unit_price: formatMoney(rule.unitPriceMicros),
    ...extrasView(rule),
    summary: rule.summary,
    deprecated: rule.deprecated,
    sunset_at: timeOrNull(rule.sunsetAtMs),
    successor: rule.successor,
  };
}

export function catalogView(catalog: Catalog): Static<typeof CatalogView> {
  return {
    ...headOf(catalog),
    endpoints: catalog.endpoints.map(ruleView),
    overrides: catalog.overrides.map((override) => ({
      account: override.accountId,
      path: override.path,
      unit_price: formatMoney(override.unitPriceMicros),
      ...extrasView(override),
    })),
  };
}

export function catalogSummary(catalog: Catalog, state: CatalogState): Static<typeof CatalogSummary> {
  return {
    ...headOf(catalog),
    endpoint_count: catalog.endpoints.length,
    override_count: catalog.overrides.length,
    state,
  };
}
