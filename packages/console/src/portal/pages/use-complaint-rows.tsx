// The rows of a receipt about its complaint: state, decision and refund. Empty without a complaint.
import type { ReactNode } from 'react';
import type { Complaint } from '../../api/api-types.ts';
import { parseMicros } from '../../money/money.ts';
import { Chip } from '../../parts/Chip.tsx';
import { Time } from '../../parts/Time.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { usePortalText } from '../text.ts';

const TONES = { waiting: 'warn', refunded: 'good', refused: 'plain' } as const;

export function useComplaintRows(complaint: Complaint | null): readonly (readonly [string, ReactNode])[] {
  const text = usePortalText();
  const format = useFormat();
  if (complaint === null) return [];
  const { state, note, reason, refunded, currency, filed_at } = complaint;
  const given = parseMicros(refunded) > 0n ? ` · ${text.givenBack(format.exact(refunded, currency))}` : '';
  return [
    [
      text.complaint,
      <span key="state" data-complaint={state}>
        <Chip tone={TONES[state]}>{text.complaintStates[state]}</Chip> {reason} · <Time at={filed_at} />
      </span>,
    ],
    [text.complaintNote, `${note}${given}`],
  ];
}
