// Owns how search results, receipts and refusals look on a terminal. Titles and names come from platforms; the table
// takes out whatever could act on the terminal.
import type { Next } from '../domain/failure.ts';
import type { Video } from '../domain/video.ts';
import type { ProblemAnswer } from './gateway-client.ts';
import type { AnsweredPage } from './paid-search.ts';
import { type Cell, type Column, renderTable } from './table.ts';
import { plainText } from './text-width.ts';

const ITEM_COLUMNS: Column[] = [
  { title: '#', align: 'right' },
  { title: 'title', canShrink: true },
  { title: 'author', canShrink: true },
  { title: 'published' },
  { title: 'duration', align: 'right' },
  { title: 'views', align: 'right' },
  { title: 'url' },
];

export function formatLength(ms: number | null): string | null {
  if (ms === null) return null;
  const seconds = Math.round(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours === 0 ? rest : `${hours}:${rest}`;
}

function itemCells(video: Video): Cell[] {
  const { author, stats, published_at, published_text } = video;
  const published = published_at?.slice(0, 10) ?? published_text;
  const name = author.name ?? author.handle;
  return [video.rank, video.title, name, published, formatLength(video.duration_ms), stats.views, video.url];
}

/** The native group has no items to lay out: its page is shown as it came. */
export function pageText(page: AnsweredPage, raw: string, columns: number | null): string {
  if (!Array.isArray(page.items)) return `${plainText(raw)}\n`;
  if (page.items.length === 0) return 'No items.\n';
  return renderTable(ITEM_COLUMNS, (page.items as Video[]).map(itemCells), columns);
}

export interface ReceiptRow {
  page: number;
  request_id: string;
  charged: string;
  currency: string;
  source: string;
  is_replay: boolean;
  balance: string;
}

const RECEIPT_COLUMNS: Column[] = [
  { title: 'page', align: 'right' },
  { title: 'request id' },
  { title: 'charged', align: 'right' },
  { title: 'source' },
  { title: 'balance', align: 'right' },
];

export function receiptsText(receipts: readonly ReceiptRow[], total: string, columns: number | null): string {
  const rows = receipts.map((one) => {
    const source = one.is_replay ? 'replay' : one.source;
    return [one.page, one.request_id, one.charged, source, one.balance];
  });
  const currency = receipts[0]?.currency ?? '';
  return `${renderTable(RECEIPT_COLUMNS, rows, columns)}Total charged: ${total} ${currency}\n`;
}

const ADVICE: Record<Next, string> = {
  retry: 'Try again.',
  wait: 'Wait, then try again.',
  top_up: 'Top up the account, or raise the spend cap of the key.',
  fix: 'Change the request; as it is, it will be refused again.',
  switch: 'Use another platform, variant or key.',
};

export function problemText({
  title,
  detail,
  code,
  next,
  retry_after_ms,
  request_id,
}: ProblemAnswer): string {
  const wait = retry_after_ms === undefined ? '' : ` Not before ${Math.ceil(retry_after_ms / 1000)} s.`;
  const advice = (ADVICE as Record<string, string | undefined>)[next ?? ''] ?? '';
  const lines = [
    `error: ${title} ${detail} (${code})`,
    `Next: ${advice}${wait}`,
    `Nothing was charged for request ${request_id}.`,
  ];
  return lines.map((line) => `${plainText(line)}\n`).join('');
}
