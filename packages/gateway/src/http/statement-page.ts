// A statement as a page to print: plain HTML with one style and no script. All texts in it come from users and are
// escaped.
import { escapeHtml } from '../documents/shell.ts';
import type { ShownStatement } from '../features/statements/statement-views.ts';
import type { HtmlForm } from './serve-verb.ts';

/** Nothing is loaded and nothing runs; the style is inline. */
const STATEMENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}
h1{font-size:1.4rem;margin:0}header,.parties{display:flex;justify-content:space-between;gap:2rem;margin-bottom:1.5rem}
address{font-style:normal;white-space:pre-line;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.3rem .5rem;border-bottom:1px solid #ccc;overflow-wrap:anywhere;vertical-align:top}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}tfoot td,.open td{font-weight:600}
small{color:#555;overflow-wrap:anywhere}@media print{body{margin:0;max-width:none}thead{display:table-header-group}tr{break-inside:avoid}}`;

const KINDS = { topup: 'Top-ups', charge: 'Calls', refund: 'Refunds', adjustment: 'Adjustments' } as const;

export const statementHtml: HtmlForm = {
  policy: STATEMENT_POLICY,
  page: (result) => statementPage((result as { statement: ShownStatement }).statement),
};

function statementPage(statement: ShownStatement): string {
  const { number, month, seller, buyer, currency } = statement;
  const title = escapeHtml(`${seller.name}: statement ${number}, ${month}`);
  const note = seller.tax_note === null ? '' : `<p>${escapeHtml(seller.tax_note)}</p>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head><body>
<header><h1>${escapeHtml(seller.name)}</h1><div>Statement ${number}<br>${escapeHtml(month)} (UTC)</div></header>
<div class="parties">${party('From', [seller.name, seller.address, seller.tax_id])}
${party('To', [buyer.title ?? buyer.name, buyer.address, buyer.contact, buyer.tax_id])}</div>
<table><thead><tr><th scope="col">What</th><th scope="col">Prices</th><th scope="col" class="n">Count</th><th scope="col" class="n">${escapeHtml(currency)}</th></tr></thead>
<tbody>${balanceRow('Balance before', statement.opening, 'open')}${statement.lines.map(lineRow).join('')}</tbody>
<tfoot>${balanceRow('Balance after', statement.closing, 'close')}</tfoot></table>
${note}<p><small>Account ${escapeHtml(statement.account_id)}, entries ${statement.first_entry} to ${statement.last_entry}, closed ${escapeHtml(statement.closed_at)}.
Digest ${escapeHtml(statement.digest)}</small></p></body></html>`;
}

function party(head: string, lines: readonly (string | null)[]): string {
  const text = lines.filter((line) => line !== null).join('\n');
  return `<address><small>${head}</small>\n${escapeHtml(text)}</address>`;
}

function lineRow({
  kind,
  path,
  catalog_version,
  tier,
  count,
  amount,
}: ShownStatement['lines'][number]): string {
  const what = path === null ? KINDS[kind] : `${KINDS[kind]}: ${path}`;
  const version = catalog_version === null ? '' : `version ${catalog_version}`;
  const prices = tier === null ? version : `${version}, after ${tier}`;
  return `<tr><td>${escapeHtml(what)}</td><td>${prices}</td><td class="n">${count}</td><td class="n">${escapeHtml(amount)}</td></tr>`;
}

function balanceRow(text: string, amount: string, kind: string): string {
  return `<tr class="${kind}"><td colspan="3">${text}</td><td class="n">${escapeHtml(amount)}</td></tr>`;
}
