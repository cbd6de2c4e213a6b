// What a call asked, on one line of a terminal.
import type { Static } from 'typebox';
import type { AskedField } from './asked-view.ts';

export function askedText(asked: Static<typeof AskedField>): string | null {
  if (asked === null) return null;
  const text = asked.parameters.map(({ name, value }) => `${name}=${value}`).join('  ');
  return asked.is_cut ? `${text} … (cut)` : text;
}
