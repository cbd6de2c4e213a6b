// The runs of a call: an id of its own for each, the pages that came, and what is known of the money after them.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { PlatformReport, Receipt } from '../../api/api-types.ts';
import { freshId } from '../../api/fresh-id.ts';
import { askFully } from '../../api/request.ts';
import { toDecimal } from '../../money/money.ts';
import { inBackground } from '../../shell/in-background.ts';
import { balanceQuery, PORTAL } from '../api.ts';
import type { Call } from './call.ts';

/** What every billed answer has, whatever it is about. */
export interface AnyAnswer {
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
  /** The same bytes as an earlier answer with this id. */
  isReplay: boolean;
}

export type Run = { call: Call; maxPrice: bigint; requestId?: string; adds: boolean };
type Order = Run & { requestId: string };

/** Short enough to be read out: an account would need a million runs before two of them meet. */
const RUN_ID_BYTES = 5;

export function newRunId(): string {
  return `pg-${freshId(RUN_ID_BYTES)}`;
}

/** A run that failed, and which: a further page that failed leaves those before it. */
export interface FailedRun {
  error: unknown;
  requestId: string;
  isFurther: boolean;
}

async function ask({ call, maxPrice, requestId }: Order): Promise<Ran> {
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

/** A repeat stands in the place of what it repeats; a further page comes behind the others; anything else replaces them. */
export function withAnswer(before: readonly Ran[], order: Order, next: Ran): readonly Ran[] {
  const same = before.find(({ requestId }) => requestId === order.requestId);
  if (same === undefined) return order.adds ? [...before, next] : [next];
  const again = { ...next, isReplay: same.text === next.text };
  return before.map((one) => (one === same ? again : one));
}

/** The answer to another question must not stand under a failure as if it were this one's. */
export function withFailure(before: readonly Ran[], order: Order): readonly Ran[] {
  const isRepeat = before.some(({ requestId }) => requestId === order.requestId);
  return order.adds || isRepeat ? before : [];
}

export function useRun() {
  const queries = useQueryClient();
  const [ran, setRan] = useState<readonly Ran[]>([]);
  const [failed, setFailed] = useState<FailedRun | null>(null);
  const [isRunning, setRunning] = useState(false);
  const run = useCallback(
    async (run: Run) => {
      const order = { ...run, requestId: run.requestId ?? newRunId() };
      setRunning(true);
      setFailed(null);
      try {
        const next = await ask(order);
        setRan((before) => withAnswer(before, order, next));
      } catch (error) {
        setFailed({ error, requestId: order.requestId, isFurther: order.adds });
        setRan((before) => withFailure(before, order));
      } finally {
        setRunning(false);
        inBackground(queries.invalidateQueries({ queryKey: balanceQuery.queryKey }));
      }
    },
    [queries],
  );
  return { ran, failed, isRunning, run };
}
