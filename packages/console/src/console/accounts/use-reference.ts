// The reference of a booking whose operator names none: drawn when the dialog opens and kept until it closes, so that pressing twice, or
// again after an answer that was lost, books once.
import { useState } from 'react';
import { freshId } from '../../api/fresh-id.ts';

export function useOwnReference(): string {
  const [reference] = useState(() => `console-${freshId()}`);
  return reference;
}
