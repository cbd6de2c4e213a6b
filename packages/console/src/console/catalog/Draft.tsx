// A draft of new prices. It can be published after its changes were shown.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  AdminGetCatalogRevenueBody,
  AdminPublishCatalogBody,
  Catalog,
  CatalogDiff,
} from '../../api/api-types.ts';
import { useChange } from '../../api/use-change.ts';
import { AMOUNT_CHARS_MAX, readAmount } from '../../money/money.ts';
import { Button } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Mono } from '../../parts/Code.tsx';
import { DialogActions } from '../../parts/Dialog.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Form } from '../../parts/Form.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Table } from '../../parts/Table.tsx';
import { useTiersText } from '../../prices/text.ts';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useCatalogText } from './text.ts';

interface Line {
  path: string;
  what: 'added' | 'removed' | 'changed';
  from: string | null;
  to: string | null;
}

function linesOf({ added, removed, changed }: CatalogDiff): Line[] {
  return [
    ...changed.map(({ path, from, to }) => ({ path, what: 'changed' as const, from, to })),
    ...added.map(({ path, to }) => ({ path, what: 'added' as const, from: null, to })),
    ...removed.map(({ path, from }) => ({ path, what: 'removed' as const, from, to: null })),
  ];
}

const TONES = { added: 'good', removed: 'bad', changed: 'warn' } as const;

/** The changes that a draft would make. */
function DraftDiff({ diff }: { diff: CatalogDiff }) {
  const text = useCatalogText();
  const common = useCommonText();
  return (
    <Table<Line>
      label={text.diff}
      rows={linesOf(diff)}
      rowKey={({ path, what }) => `${what} ${path}`}
      empty={text.nothing}
      columns={[
        ['what', common.kind, '', ({ what }) => <Chip tone={TONES[what]}>{text[what]}</Chip>],
        ['path', common.path, '', ({ path }) => <Mono>{path}</Mono>],
        ['from', text.before, 'right', ({ from }) => from ?? common.none],
        ['to', text.after, 'right', ({ to }) => to ?? common.none],
      ]}
    />
  );
}

/** What the real calls of the last days would have earned at the draft's prices. */
function DraftRevenue({ draft }: { draft: AdminGetCatalogRevenueBody }) {
  const text = useCatalogText();
  const common = useCommonText();
  const format = useFormat();
  const revenue = useQuery({
    queryKey: ['revenue', draft],
    queryFn: () => admin('/catalog/revenue', { method: 'POST', body: draft }),
  });
  return (
    <Loaded of={revenue}>
      {({ total, currency }) => (
        <>
          <h2>{text.earned}</h2>
          <Facts
            rows={[
              [common.calls, format.count(total.calls)],
              [text.hasEarned, format.sum(total.earned, currency)],
              [text.wouldHave, format.sum(total.would_earn, currency)],
              [text.difference, format.sum(total.difference, currency)],
            ]}
          />
        </>
      )}
    </Loaded>
  );
}

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
