// Files a complaint about a paid answer.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reloadQueries } from '../../api/use-change.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { AreaField } from '../../parts/Field.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { useCommonText } from '../../text/common.ts';
import { portal } from '../api.ts';
import { usePortalText } from '../text.ts';

export function ComplaintDialog({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const text = usePortalText();
  const common = useCommonText();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const filed = useMutation({
    mutationFn: () =>
      portal('/account/v1/requests/{request_id}/complaint', {
        method: 'POST',
        params: { request_id: requestId },
        body: { reason: reason.trim() },
      }),
    onSuccess: () => reloadQueries(queries),
  });
  return (
    <Dialog title={text.complain} onClose={onClose}>
      {filed.isSuccess ? (
        <Notice tone="good">
          {text.complaintSent} {filed.data.complaint.note}
        </Notice>
      ) : (
        <AreaField
          label={text.complainReason}
          required
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      {filed.isError && <Failure error={filed.error} />}
      <DialogActions>
        <Button onClick={onClose}>{filed.isSuccess ? common.done : common.cancel}</Button>
        {!filed.isSuccess && (
          <Button
            kind="primary"
            disabled={reason.trim() === '' || filed.isPending}
            onClick={() => filed.mutate()}
          >
            {text.send}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
