// Changes what a watch or a collection that runs may spend, and what its owner says about it.
import type { Collection, UpdateCollectionBody, UpdateWatchBody, Watch } from '../../api/api-types.ts';
import { updateCollectionBody, updateWatchBody } from '../../api/bounds.ts';
import { useGatheringText } from '../../gathering/text.ts';
import { otherRows } from '../../parts/other-fields.tsx';
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
  return <SendDialog title={text.change} act={text.save} {...props} />;
}

export function WatchBudgetDialog({ of, onClose }: BudgetProps<Watch>) {
  const text = useGatherText();
  const { given } = useGatheringText();
  const [params, hint] = [{ watch: of.id }, text.emptyRemoves];
  const form = useForm<UpdateWatchBody>(
    updateWatchBody,
    [
      ['budget.month', `${text.budgetMonth} (${of.currency})`, { hint }],
      ['budget.total', text.budgetTotal, { hint }],
      ...otherRows<UpdateWatchBody>(given, updateWatchBody),
    ],
    of,
  );
  const send = (body: UpdateWatchBody) => portal('/watches/v1/{watch}', { method: 'PATCH', params, body });
  return <Frame form={form} send={send} onClose={onClose} />;
}

export function CollectionBudgetDialog({ of, onClose }: BudgetProps<Collection>) {
  const text = useGatherText();
  const { given } = useGatheringText();
  const params = { collection: of.id };
  const form = useForm<UpdateCollectionBody>(
    updateCollectionBody,
    [
      ['budget', `${text.budget} (${of.currency})`, { hint: text.budgetNote, required: true }],
      ...otherRows<UpdateCollectionBody>(given, updateCollectionBody),
    ],
    of,
  );
  const send = (body: UpdateCollectionBody) =>
    portal('/collections/v1/{collection}', { method: 'PATCH', params, body });
  return <Frame form={form} send={send} onClose={onClose} />;
}
