// Runs of a call: a request id for each, the pages received so far, and what they cost.

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { PlatformReport, Receipt } from '../../api/api-types.ts';
import { freshId } from '../../api/fresh-id.ts';
import { askFully } from '../../api/request.ts';
import { reloadQueries } from '../../api/use-change.ts';
import { toDecimal } from '../../money/money.ts';
import { balanceQuery, PORTAL } from '../api.ts';
import type { Call } from './call.ts';

/** The fields that every billed answer has. */
interface AnyAnswer {
  request_id: string;
  items?: unknown[];
  item?: unknown;
  raw?: unknown;
  platforms?: PlatformReport[];
  pcursor?: string;
  has_more?: boolean;
  receipt: Receipt;
}

export interface Ran {
  call: Call;
  requestId: string;
  maxPrice: bigint;
  answer: AnyAnswer;
  text: string;
  status: number;
  charged: string;
  /** True if this is the stored answer of an earlier call with this id. */
  isReplay: boolean;
}

export type Run = { call: Call; maxPrice: bigint; requestId?: string; adds: boolean };
type IdentifiedRun = Run & { requestId: string };

/** Short enough to read out. Two ids of an account would collide only after about a million runs. */
const RUN_ID_BYTES = 5;

export function newRunId(): string {
  return `pg-${freshId(RUN_ID_BYTES)}`;
}

/** A failed run and its kind: if a further page fails, the pages before it stay. */
export interface FailedRun {
  error: unknown;
  requestId: string;
  isFurther: boolean;
}

async function ask({ call, maxPrice, requestId }: IdentifiedRun): Promise<Ran> {
  const headers = { 'x-reelgate-request-id': requestId, 'x-reelgate-max-price': toDecimal(maxPrice) };
  const {
    body,
    text,
    status,
    headers: said,
  } = await askFully<AnyAnswer>(PORTAL, call.path, {
    query: call.query,
    headers,
  });
  const charged = said.get('x-reelgate-charged') ?? body.receipt.charged;
  return { call, requestId, maxPrice, answer: body, text, status, charged, isReplay: false };
}

/** A repeat replaces the page that it repeats; a further page is appended; anything else replaces all pages. */
export function withAnswer(before: readonly Ran[], run: IdentifiedRun, next: Ran): readonly Ran[] {
  const same = before.find(({ requestId }) => requestId === run.requestId);
  if (same === undefined) return run.adds ? [...before, next] : [next];
  const again = { ...next, isReplay: same.text === next.text };
  return before.map((one) => (one === same ? again : one));
}

/** Asks for the page after this one: the same question at the same price ceiling, whatever the form says by now. null after the last page. */
export function pageAfter({ call, answer, maxPrice }: Ran): Run | null {
  if (answer.has_more !== true || answer.pcursor === undefined) return null;
  return { call: { ...call, query: { ...call.query, pcursor: answer.pcursor } }, maxPrice, adds: true };
}

/** Answers to another question are removed, so that they are not taken for this one's. */
export function withFailure(before: readonly Ran[], run: IdentifiedRun): readonly Ran[] {
  const isRepeat = before.some(({ requestId }) => requestId === run.requestId);
  return run.adds || isRepeat ? before : [];
}

export function useRun() {
  const queries = useQueryClient();
  const [ran, setRan] = useState<readonly Ran[]>([]);
  const [failed, setFailed] = useState<FailedRun | null>(null);
  const [isRunning, setRunning] = useState(false);
  const run = useCallback(
    async (wanted: Run) => {
      const run = { ...wanted, requestId: wanted.requestId ?? newRunId() };
      setRunning(true);
      setFailed(null);
      try {
        const next = await ask(run);
        setRan((before) => withAnswer(before, run, next));
      } catch (error) {
        setFailed({ error, requestId: run.requestId, isFurther: run.adds });
        setRan((before) => withFailure(before, run));
      } finally {
        setRunning(false);
        reloadQueries(queries, { queryKey: balanceQuery.queryKey });
      }
    },
    [queries],
  );
  return { ran, failed, isRunning, run };
}
