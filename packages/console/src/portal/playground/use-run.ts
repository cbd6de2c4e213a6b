// Owns the runs of a call: an id of its own for each, the pages that came, and what is known of the money after them.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Receipt } from '../../api/api-types.ts';
import { askFully } from '../../api/request.ts';
import { toDecimal } from '../../money/money.ts';
import { balanceQuery, PORTAL } from '../api.ts';
import type { Call } from './call.ts';

/** What one platform brought, where many were asked. */
export interface PlatformLeg {
  platform: string;
  status: 'ok' | 'empty' | 'ended' | 'late' | 'timeout' | 'refused' | 'quota' | 'skipped_filter' | 'disabled';
  items: number;
}

/** What every billed answer has, whatever it is about. */
export interface AnyAnswer {
  request_id: string;
  items?: unknown[];
  item?: unknown;
  raw?: unknown;
  platforms?: PlatformLeg[];
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

const HEX_BYTES = 5;

/** Works without a secure context, unlike `randomUUID`. */
export function newRunId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(HEX_BYTES));
  return `pg-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

async function ask({ call, maxPrice, requestId = newRunId() }: Run): Promise<Ran> {
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

export function useRun() {
  const queries = useQueryClient();
  const [ran, setRan] = useState<readonly Ran[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [isRunning, setRunning] = useState(false);
  const run = useCallback(
    async (order: Run) => {
      setRunning(true);
      setError(null);
      try {
        const next = await ask(order);
        setRan((before) => {
          const same = before.find(({ requestId }) => requestId === order.requestId);
          if (same !== undefined) {
            const again = { ...next, isReplay: same.text === next.text };
            return before.map((one) => (one === same ? again : one));
          }
          return order.adds ? [...before, next] : [next];
        });
      } catch (failure) {
        setError(failure);
      } finally {
        setRunning(false);
        void queries.invalidateQueries({ queryKey: balanceQuery.queryKey });
      }
    },
    [queries],
  );
  return { ran, error, isRunning, run };
}
