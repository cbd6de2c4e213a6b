// Owns how receipts, refusals and what was not there look on a terminal.
import type { Next } from '../domain/failure.ts';
import type { ProblemAnswer } from './gateway-client.ts';
import { type Column, renderTable } from './table.ts';
import { plainText } from './text-width.ts';

/** What the receipts of a command count. */
export type ReceiptUnit = 'page' | 'call';

export interface ReceiptRow {
  number: number;
  request_id: string;
  charged: string;
  currency: string;
  source: string;
  is_replay: boolean;
  balance: string;
}

const receiptColumns = (unit: ReceiptUnit): Column[] => [
  { title: unit, align: 'right' },
  { title: 'request id' },
  { title: 'charged', align: 'right' },
  { title: 'source' },
  { title: 'balance', align: 'right' },
];

export function receiptsText(
  unit: ReceiptUnit,
  receipts: readonly ReceiptRow[],
  total: string,
  columns: number | null,
): string {
  const rows = receipts.map((one) => {
    const source = one.is_replay ? 'replay' : one.source;
    return [one.number, one.request_id, one.charged, source, one.balance];
  });
  const currency = receipts[0]?.currency ?? '';
  return `${renderTable(receiptColumns(unit), rows, columns)}Total charged: ${total} ${currency}\n`;
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
  reason,
  retry_after_ms,
  request_id,
}: ProblemAnswer): string {
  const wait = retry_after_ms === undefined ? '' : ` Not before ${Math.ceil(retry_after_ms / 1000)} s.`;
  const advice = (ADVICE as Record<string, string | undefined>)[next ?? ''] ?? '';
  // The last line says it, with the id. Of a thing that is not there the detail is the whole sentence.
  const why = detail.replace(' Nothing was charged.', '');
  const lines = [
    `error: ${reason === undefined ? `${title} ${why}` : why} (${code})`,
    `Next: ${advice}${wait}`,
    `Nothing was charged for request ${request_id}.`,
  ];
  return lines.map((line) => `${plainText(line)}\n`).join('');
}

/** What an answer about several things says of those that it does not have. */
export interface Lacking {
  not_found?: { id: string; reason: string }[];
  failed?: { id: string; code: string }[];
  /** Of a search over many. */
  platforms?: { platform: string; status: string; charged: string }[];
}

export function lackingText({ not_found = [], failed = [], platforms = [] }: Lacking): string {
  const silent = platforms.filter(({ status }) => status !== 'ok' && status !== 'ended');
  const lines = [
    ...not_found.map(({ id, reason }) => `Not there, and not charged: ${id} (${reason})`),
    ...silent.map(({ platform, status, charged }) => `${platform}: ${status}, charged ${charged}`),
    ...failed.map(({ id, code }) => `Failed, and not charged: ${id} (${code}). Ask for it again.`),
  ];
  return lines.map((line) => `${plainText(line)}\n`).join('');
}
