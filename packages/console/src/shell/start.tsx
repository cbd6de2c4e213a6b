// Starts a page: styles, the query cache and the root element. Both entries use it.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ProblemError } from '../api/problem.ts';
import '../tokens.css';
import '../base.css';

/** How long an answer stays fresh: going back to a page within this time sends no request. */
const FRESH_MS = 2_000;
const RETRIES_MAX = 2;

function isWorthRetrying(count: number, error: unknown): boolean {
  const status = error instanceof ProblemError ? error.problem.status : 0;
  return count < RETRIES_MAX && (status === 0 || status >= 500);
}

export function start(page: ReactNode): void {
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: FRESH_MS, retry: isWorthRetrying } },
  });
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <QueryClientProvider client={queries}>{page}</QueryClientProvider>
    </StrictMode>,
  );
}
