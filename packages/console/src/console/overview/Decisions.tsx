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
};

export function Decisions({ decisions }: { decisions: readonly Decision[] }) {
  const text = useOverviewText();
  return decisions.map(({ kind, subject, text: words }) => (
    <Notice key={`${kind} ${subject}`} tone={kind === 'ledger' ? 'bad' : 'warn'}>
      {subject !== '' && <strong>{subject}</strong>}
      <span>{words}</span>
      <a href={PLACES[kind]}>{text.look}</a>
    </Notice>
  ));
}
