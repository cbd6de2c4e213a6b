// Changes what a watch may spend.
import { useState } from 'react';
import type { Watch } from '../../api/api-types.ts';
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

const amountOf = (typed: string) => (typed.trim() === '' ? null : typed.trim());
const isWrong = (typed: string) => typed.trim() !== '' && readAmount(typed) === null;

export function BudgetDialog({ of, onClose }: { of: Watch; onClose: () => void }) {
  const text = useGatherText();
  const common = useCommonText();
  const [month, setMonth] = useState(of.budget.month ?? '');
  const [total, setTotal] = useState(of.budget.total ?? '');
  const saved = useChange(
    () =>
      portal('/watches/v1/{watch}', {
        method: 'PATCH',
        params: { watch: of.id },
        body: { budget: { month: amountOf(month), total: amountOf(total) } },
      }),
    onClose,
  );
  const fields = [
    ['month', `${text.budgetMonth} (${of.currency})`, month, setMonth],
    ['total', text.budgetTotal, total, setTotal],
  ] as const;
  return (
    <Dialog title={text.changeBudget} onClose={onClose}>
      <Form onSend={() => saved.mutate()}>
        {fields.map(([id, label, value, set]) => (
          <TextField
            key={id}
            label={label}
            inputMode="decimal"
            maxLength={AMOUNT_CHARS_MAX}
            value={value}
            hint={text.emptyRemoves}
            wrong={isWrong(value) ? common.wrongAmount : null}
            onChange={(event) => set(event.target.value)}
          />
        ))}
        {saved.isError && <Failure error={saved.error} />}
        <DialogActions>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="primary" type="submit" disabled={saved.isPending || isWrong(month) || isWrong(total)}>
            {text.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
