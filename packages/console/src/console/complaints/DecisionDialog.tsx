// Owns the decision about one complaint: the money back, or a no, with a reason.
import { useState } from 'react';
import type { AdminComplaint } from '../../api/api-types.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { TextField } from '../../parts/Field.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useChange } from '../use-change.ts';
import { useComplaintsText } from './text.ts';

export function DecisionDialog({ complaint, onClose }: { complaint: AdminComplaint; onClose: () => void }) {
  const text = useComplaintsText();
  const format = useFormat();
  const [reason, setReason] = useState('');
  const decided = useChange(onClose);
  const decide = (decision: 'refund' | 'refuse') =>
    decided.mutate({
      path: `/complaints/${complaint.id}/decision`,
      body: { decision, reason: reason.trim() },
    });
  const isReady = reason.trim() !== '' && !decided.isPending;
  return (
    <Dialog title={text.decide} onClose={onClose}>
      <p>{complaint.reason}</p>
      <p>{complaint.note}</p>
      <TextField
        label={text.why}
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {decided.isError && <Failure error={decided.error} />}
      <DialogActions>
        <Button disabled={!isReady} onClick={() => decide('refuse')}>
          {text.refuse}
        </Button>
        <Button kind="primary" disabled={!isReady} onClick={() => decide('refund')}>
          {text.refund(format.exact(complaint.charged, complaint.currency))}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
