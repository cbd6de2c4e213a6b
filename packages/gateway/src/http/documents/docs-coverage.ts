// Caps, known gaps and freshness of an operation on each platform, for the reference page. Part of the price list, and shown with it.
import { escapeHtml } from '../../documents/shell.ts';

interface CoveredEndpoint {
  path: string;
  platform?: string;
  coverage?: { items_max: number | null; fresh: string | null; notes: readonly string[] } | null;
}

function textOf({ coverage }: CoveredEndpoint): string {
  if (coverage == null) return '';
  const cap = coverage.items_max === null ? [] : [`A list ends after ${coverage.items_max} items.`];
  const fresh = coverage.fresh === null ? [] : [coverage.fresh];
  return [...cap, ...fresh, ...coverage.notes].join(' ') || 'No gaps are known.';
}

/** Empty for routes that are not operations, and where prices are not public. */
export function coverageHtml(
  { path }: { path: string },
  prices: { endpoints: readonly CoveredEndpoint[] } | null,
): string {
  const end = `/app/${path.split('/').at(-1)}`;
  const own = (prices?.endpoints ?? []).filter(
    (one) => path.includes('/app/') && one.path.startsWith('/api/u1/') && one.path.endsWith(end),
  );
  const rows = own.flatMap((one) => {
    const text = textOf(one);
    return text === '' ? [] : [`<li>${escapeHtml(one.platform ?? '')}: ${escapeHtml(text)}</li>`];
  });
  return rows.length === 0 ? '' : `<details><summary>Coverage</summary><ul>${rows.join('')}</ul></details>`;
}
