// The request id of a new collection or watch. The same fields keep the same id, so that sending them twice makes one.
import { useState } from 'react';
import { freshId } from '../../api/fresh-id.ts';

/** As short as the ids of the playground; an account makes far fewer of these. */
const ID_BYTES = 5;

export function useMadeId(body: unknown): Record<string, string> {
  const text = JSON.stringify(body);
  const [kept, keep] = useState(() => ({ text, id: freshId(ID_BYTES) }));
  const next = kept.text === text ? kept : { text, id: freshId(ID_BYTES) };
  if (next !== kept) keep(next);
  return { 'x-reelgate-request-id': `portal-${next.id}` };
}
