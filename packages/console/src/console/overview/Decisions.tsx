// Owns what needs a decision, on top of everything.
import type { AdminGetOverviewAnswer } from '../../api/api-types.ts';
import { Notice } from '../../parts/Notice.tsx';
import { useOverviewText } from './text.ts';

type Decision = AdminGetOverviewAnswer['decisions'][number];

const PLACES: Record<Decision['kind'], string> = {
  complaints: '#/complaints',
  provider: '#/providers',
  unpriced: '#/catalog',
  negative_margin: '#/usage?by=path',
  ledger: '#/',
  owed: '#/accounts',
};

function placeFor({ kind, subject }: Decision): string {
  return kind === 'owed' ? `#/accounts/${encodeURIComponent(subject)}?tab=payments` : PLACES[kind];
}

const BAD: ReadonlySet<Decision['kind']> = new Set(['ledger', 'owed'] as const);

export function Decisions({ decisions }: { decisions: readonly Decision[] }) {
  const text = useOverviewText();
  return decisions.map((one) => (
    <Notice key={`${one.kind} ${one.subject}`} tone={BAD.has(one.kind) ? 'bad' : 'warn'}>
      {one.subject !== '' && <strong>{one.subject}</strong>}
      <span>{text.decisions[one.kind](one.text)}</span>
      <a href={placeFor(one)}>{text.look}</a>
    </Notice>
  ));
}
