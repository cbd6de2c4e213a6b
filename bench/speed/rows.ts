// The rows of every section: each is a contender, a request and how many callers send it.
import { type Contender, MANY, MANY_NAMES } from './contender.ts';
import { PLAIN_KEY } from './contenders/do-it-yourself.ts';
import type { Reelgate } from './contenders/reelgate.ts';
import type { SecretPlan } from './secrets.ts';

export interface Row {
  id: string;
  label: string;
  contender: Contender;
  head: string;
  keys?: SecretPlan;
  expect: number;
  callers: number;
  /** How many requests a call makes at the upstream; checked against the upstream's count. */
  reaches: 'each' | 'none' | number;
  /** Requests per second, sent at fixed times. */
  rate?: number;
  /** Whether the slice tells the times of each call. */
  isTold?: boolean;
  /** The row of the same round that ratios refer to, instead of the section's. */
  base?: string;
}

/** Enough to keep every contender busy on a few cores, and so few that the load process itself has no queue. */
export const CALLERS = 32;
/** With 20 ms of waiting in each call, the same work needs more callers. */
export const CALLERS_SLOW = 128;

const KEYWORD = '%E7%8C%AB+cat'; // 猫 cat

function headOf(target: string, headers: string[]): string {
  return [`GET ${target} HTTP/1.1`, 'Host: gateway.example', ...headers, '', ''].join('\r\n');
}

/** The platform's own request, as users of a plain proxy send it. Every keyword is new. */
function plainHead(count = 20): string {
  const query = `search=${KEYWORD}+{n}&start=0&count=${count}&sort=-match`;
  return headOf(`/api/v1/search/videos?${query}`, [`Authorization: Bearer ${PLAIN_KEY}`]);
}

/** A new one in each call. */
export const OWN_ID = { requestId: 'own-{n}' };

export interface SearchHead {
  key: string;
  platform?: 'fast' | 'slow';
  /** `{n}` in it makes every search different. */
  keyword?: string;
  requestId?: string;
  count?: number;
}

/** Group u1, the stable variant. */
export function searchHead({
  key,
  platform = 'fast',
  keyword = `${KEYWORD}+{n}`,
  requestId,
  count,
}: SearchHead) {
  const page = count === undefined ? '' : `&count=${count}`;
  const id = requestId === undefined ? [] : [`X-Reelgate-Request-Id: ${requestId}`];
  const target = `/api/u1/v1/${platform}/app/search_video_v2?keyword=${keyword}${page}`;
  return headOf(target, [`Authorization: Bearer ${key}`, ...id]);
}

type Plain = Pick<Row, 'id' | 'label' | 'contender'>;

export function plainRow(row: Plain, callers = CALLERS): Row {
  return { ...row, head: plainHead(), expect: 200, callers, reaches: 'each' };
}

/** The same question as Reelgate's live row, to the gateway that does the same work. */
export function billingRow(row: Plain, search: Partial<SearchHead>, callers = CALLERS): Row {
  const head = searchHead({ key: PLAIN_KEY, ...search });
  return { ...row, head, expect: 200, callers, reaches: 'each' };
}

/** A live billed search: a new keyword in each call, without a request id of the caller. */
export function liveRow(row: Plain & { contender: Reelgate }, search: Partial<SearchHead> = {}): Row {
  const head = searchHead({ key: row.contender.keys.payer, ...search });
  const callers = search.platform === 'slow' ? CALLERS_SLOW : CALLERS;
  return { ...row, head, expect: 200, callers, reaches: 'each' };
}

/** A different video in each call. */
export function getRow(row: Plain & { contender: Reelgate }): Row {
  const target = '/api/u1/v1/fast/app/get_video_v2?id={n}';
  const head = headOf(target, [`Authorization: Bearer ${row.contender.keys.payer}`]);
  return { ...row, head, expect: 200, callers: CALLERS, reaches: 'each' };
}

/** The first page over five platforms, or over four of them and `other`; a new keyword in each call. */
export function allRow(row: Plain & { contender: Reelgate }, other?: 'slow'): Row {
  const names = other === undefined ? MANY_NAMES : [...MANY_NAMES.slice(1), other];
  const target = `/api/u1/v1/all/app/search_video_v2?keyword=${KEYWORD}+{n}&platforms=${names.join(',')}`;
  const head = headOf(target, [`Authorization: Bearer ${row.contender.keys.payer}`]);
  return { ...row, head, expect: 200, callers: CALLERS, reaches: MANY };
}

/** Every way in which one gateway answers. */
export function reelgateRows(gateway: Reelgate, storage: string, prefix: string): Row[] {
  const { keys } = gateway;
  const row = (id: string, label: string, head: string, rest: Partial<Row> = {}): Row => ({
    id: `${prefix}-${id}`,
    label: `Reelgate ${storage}: ${label}`,
    contender: gateway,
    head,
    expect: 200,
    callers: CALLERS,
    reaches: 'none',
    ...rest,
  });
  const refused = (status: number, key: string, label: string) =>
    row(String(status), label, searchHead({ key }), { expect: status });
  return [
    row('live', 'live', searchHead({ key: keys.payer }), { reaches: 'each' }),
    row('live-id', "live, caller's request id", searchHead({ key: keys.payer, ...OWN_ID }), {
      reaches: 'each',
    }),
    row('cached', 'cached', searchHead({ key: keys.payer, keyword: KEYWORD })),
    row('replay', 'replayed', searchHead({ key: keys.payer, keyword: KEYWORD, requestId: 'one-for-all' })),
    refused(401, keys.unknown, '401, well-formed unknown key'),
    refused(402, keys.poor, '402, empty account'),
    refused(429, keys.limited, '429, over the limit'),
  ];
}
