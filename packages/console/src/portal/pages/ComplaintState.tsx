// Owns what became of a complaint: its state, why, and what was given back.
import type { Complaint } from '../../api/api-types.ts';
import { parseMicros } from '../../money/money.ts';
import { Chip } from '../../parts/Chip.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { usePortalText } from '../text.ts';

const TONES = { waiting: 'warn', refunded: 'good', refused: 'plain' } as const;

export function ComplaintState({ complaint }: { complaint: Complaint }) {
  const text = usePortalText();
  const format = useFormat();
  const { state, note, reason, refunded, currency, filed_at } = complaint;
  return (
    <Facts
      rows={[
        [
          text.complaint,
          <span key="state" data-complaint={state}>
            <Chip tone={TONES[state]}>{text.complaintStates[state]}</Chip> {format.time.moment(filed_at)}
          </span>,
        ],
        [text.complainReason, reason],
        [text.complaintNote, note],
        parseMicros(refunded) > 0n && [text.complaintRefund, format.exact(refunded, currency)],
      ]}
    />
  );
}
