// Changes what a watch or a collection that runs may spend.
import type { Collection, UpdateCollectionBody, UpdateWatchBody, Watch } from '../../api/api-types.ts';
import { updateCollectionBody, updateWatchBody } from '../../api/bounds.ts';
import { SendDialog } from '../../parts/SendDialog.tsx';
import { type BodyForm, useForm } from '../../parts/use-form.tsx';
import { portal } from '../api.ts';
import { useGatherText } from './text.ts';

interface BudgetProps<Noun> {
  of: Noun;
  onClose: () => void;
}

interface FrameProps<Body> {
  form: BodyForm<Body>;
  send: (body: Body) => Promise<unknown>;
  onClose: () => void;
}

function Frame<Body>(props: FrameProps<Body>) {
  const text = useGatherText();
  return <SendDialog title={text.changeBudget} act={text.save} {...props} />;
}

export function WatchBudgetDialog({ of, onClose }: BudgetProps<Watch>) {
  const text = useGatherText();
  const [params, hint] = [{ watch: of.id }, text.emptyRemoves];
  const form = useForm<UpdateWatchBody>(
    updateWatchBody,
    [
      ['budget.month', `${text.budgetMonth} (${of.currency})`, { hint }],
      ['budget.total', text.budgetTotal, { hint }],
    ],
    of,
  );
  const send = (body: UpdateWatchBody) => portal('/watches/v1/{watch}', { method: 'PATCH', params, body });
  return <Frame form={form} send={send} onClose={onClose} />;
}

export function CollectionBudgetDialog({ of, onClose }: BudgetProps<Collection>) {
  const text = useGatherText();
  const params = { collection: of.id };
  const form = useForm<UpdateCollectionBody>(
    updateCollectionBody,
    [['budget', `${text.budget} (${of.currency})`, { hint: text.budgetNote, required: true }]],
    of,
  );
  const send = (body: UpdateCollectionBody) =>
    portal('/collections/v1/{collection}', { method: 'PATCH', params, body });
  return <Frame form={form} send={send} onClose={onClose} />;
}
