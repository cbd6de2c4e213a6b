// A draft of new prices. It can be published after its changes were shown.
import { useState } from 'react';
import type { AdminPublishCatalogBody, Catalog } from '../../api/api-types.ts';
import { useChange } from '../../api/use-change.ts';
import { AMOUNT_CHARS_MAX, readAmount } from '../../money/money.ts';
import { Button } from '../../parts/Button.tsx';
import { Mono } from '../../parts/Code.tsx';
import { DialogActions } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Form } from '../../parts/Form.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Table } from '../../parts/Table.tsx';
import { useTiersText } from '../../prices/text.ts';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { DraftDiff } from './DraftDiff.tsx';
import { DraftRevenue } from './DraftRevenue.tsx';
import { useCatalogText } from './text.ts';

type Endpoint = Catalog['endpoints'][number];

/** The catalog with the changed prices; everything else stays as it is. */
function draftOf(catalog: Catalog, prices: Record<string, string>, note: string): AdminPublishCatalogBody {
  const endpoints = catalog.endpoints.flatMap((one) => {
    const price = prices[one.path]?.trim();
    return price === undefined || price === '' || price === one.unit_price
      ? []
      : [{ ...one, unit_price: price }];
  });
  return {
    currency: catalog.currency,
    mode: 'merge',
    endpoints,
    ...(note.trim() !== '' && { note: note.trim() }),
  };
}

export function Draft({ catalog, onDone }: { catalog: Catalog; onDone: () => void }) {
  const text = useCatalogText();
  const common = useCommonText();
  const format = useFormat();
  const tiersText = useTiersText();
  const [prices, setPrices] = useState<Record<string, string>>({});
  const [note, setNote] = useState('');
  const draft = draftOf(catalog, prices, note);
  const diffed = useChange(() => admin('/catalog/diff', { method: 'POST', body: draft }));
  const published = useChange(() => admin('/catalog/versions', { method: 'POST', body: draft }), onDone);
  const isWrong = Object.values(prices).some((price) => price.trim() !== '' && readAmount(price) === null);
  const change = (path: string, price: string) => {
    diffed.reset();
    setPrices({ ...prices, [path]: price });
  };
  return (
    <Form onSend={() => diffed.mutate()}>
      <Panel title={text.edit}>
        <Table<Endpoint>
          label={text.edit}
          rows={catalog.endpoints}
          rowKey={({ path }) => path}
          columns={[
            ['path', common.path, '', ({ path }) => <Mono>{path}</Mono>],
            ['price', text.before, 'right', (one) => format.exact(one.unit_price, catalog.currency)],
            [
              'new',
              text.newPrice,
              '',
              ({ path, tiers }) =>
                tiers !== null ? (
                  tiersText.inDocument
                ) : (
                  <TextField
                    label={`${text.newPrice} ${path}`}
                    hideLabel
                    inputMode="decimal"
                    maxLength={AMOUNT_CHARS_MAX}
                    value={prices[path] ?? ''}
                    onChange={(event) => change(path, event.target.value)}
                  />
                ),
            ],
          ]}
        />
        <TextField label={text.noteLabel} value={note} onChange={(event) => setNote(event.target.value)} />
        {isWrong && <p role="alert">{common.wrongAmount}</p>}
        <DialogActions>
          <Button type="submit" disabled={draft.endpoints.length === 0 || isWrong || diffed.isPending}>
            {text.show}
          </Button>
        </DialogActions>
      </Panel>
      {diffed.isError && <Failure error={diffed.error} />}
      {diffed.isSuccess && (
        <Panel title={text.diff}>
          <DraftDiff diff={diffed.data.diff} />
          <DraftRevenue draft={draft} />
          {published.isError && <Failure error={published.error} />}
          <DialogActions>
            <Button kind="primary" disabled={published.isPending} onClick={() => published.mutate()}>
              {text.publish}
            </Button>
          </DialogActions>
        </Panel>
      )}
    </Form>
  );
}
