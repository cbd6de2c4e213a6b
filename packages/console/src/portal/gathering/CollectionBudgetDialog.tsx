// Changes what a running collection may spend.
import { useState } from 'react';
import type { Collection } from '../../api/api-types.ts';
import { useChange } from '../../api/use-change.ts';
import { AMOUNT_CHARS_MAX, readAmount } from '../../money/money.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Form } from '../../parts/Form.tsx';
import { useCommonText } from '../../text/common.ts';
import { portal } from '../api.ts';
import { useGatherText } from './text.ts';

export function CollectionBudgetDialog({ of, onClose }: { of: Collection; onClose: () => void }) {
  const text = useGatherText();
  const common = useCommonText();
  const [budget, setBudget] = useState(of.budget);
  const saved = useChange(
    () =>
      portal('/collections/v1/{collection}', {
        method: 'PATCH',
        params: { collection: of.id },
        body: { budget: budget.trim() },
      }),
    onClose,
  );
  const isWrong = readAmount(budget) === null;
  return (
    <Dialog title={text.changeBudget} onClose={onClose}>
      <Form onSend={() => saved.mutate()}>
        <TextField
          label={`${text.budget} (${of.currency})`}
          hint={text.budgetNote}
          inputMode="decimal"
          required
          maxLength={AMOUNT_CHARS_MAX}
          value={budget}
          wrong={isWrong ? common.wrongAmount : null}
          onChange={(event) => setBudget(event.target.value)}
        />
        {saved.isError && <Failure error={saved.error} />}
        <DialogActions>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="primary" type="submit" disabled={saved.isPending || isWrong}>
            {text.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
