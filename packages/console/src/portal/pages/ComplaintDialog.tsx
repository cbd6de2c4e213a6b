// Files a complaint about a paid answer.
import type { FileComplaintBody } from '../../api/api-types.ts';
import { fileComplaintBody } from '../../api/bounds.ts';
import { Notice } from '../../parts/Notice.tsx';
import { SendDialog } from '../../parts/SendDialog.tsx';
import { useForm } from '../../parts/use-form.tsx';
import { portal } from '../api.ts';
import { usePortalText } from '../text.ts';

export function ComplaintDialog({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const text = usePortalText();
  const params = { request_id: requestId };
  const form = useForm<FileComplaintBody>(fileComplaintBody, [['reason', text.complainReason, { rows: 2 }]]);
  return (
    <SendDialog
      title={text.complain}
      act={text.send}
      form={form}
      isReady={form.typed.reason!.trim() !== ''}
      send={(body) => portal('/account/v1/requests/{request_id}/complaint', { method: 'POST', params, body })}
      after={({ complaint }) => (
        <Notice tone="good">
          {text.complaintSent} {complaint.note}
        </Notice>
      )}
      onClose={onClose}
    />
  );
}
