// One statement, to read and to print. It shows the ledger as it was when the month was closed, with all decimal places.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Statement } from '../api/api-types.ts';
import { Button } from '../parts/Button.tsx';
import { Mono } from '../parts/Code.tsx';
import { Facts } from '../parts/Facts.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { Money } from '../parts/Money.tsx';
import { Page } from '../parts/Page.tsx';
import { Panel, Row } from '../parts/Panel.tsx';
import { Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { useFormat } from '../shell/use-format.ts';
import type { StatementSource } from './StatementCsv.tsx';
import { StatementCsv } from './StatementCsv.tsx';
import style from './statements.module.css';
import { useStatementsText } from './text.ts';

/** A line of the statement, or the opening balance. */
interface SheetRow {
  what: string;
  prices: string;
  count: string;
  amount: string;
}

function useRows(statement: Statement): SheetRow[] {
  const text = useStatementsText();
  const format = useFormat();
  return [
    { what: text.before, prices: '', count: '', amount: statement.opening },
    ...statement.lines.map(({ kind, path, catalog_version, tier, count, amount }) => ({
      what: path === null ? text.kinds[kind] : `${text.kinds[kind]}: ${path}`,
      prices: [
        catalog_version === null ? '' : text.version(catalog_version),
        tier === null ? '' : text.tier(format.count(tier)),
      ]
        .filter((words) => words !== '')
        .join(', '),
      count: format.count(count),
      amount,
    })),
  ];
}

function Party({ head, lines }: { head: string; lines: readonly (string | null)[] }) {
  return (
    <address className={style.party}>
      <span className="quiet">{head}</span>
      {`\n${lines.filter((line) => line !== null).join('\n')}`}
    </address>
  );
}

function Lines({ statement }: { statement: Statement }) {
  const text = useStatementsText();
  const format = useFormat();
  return (
    <Table<SheetRow>
      label={text.title}
      rows={useRows(statement)}
      rowKey={({ what, prices }) => `${what} ${prices}`}
      columns={[
        ['what', text.what, 'wraps', 'what', { total: text.after }],
        ['prices', text.prices, 'wide'],
        ['count', text.count, 'right'],
        [
          'amount',
          statement.currency,
          'right',
          ({ amount }) => <Money of={amount} currency={statement.currency} />,
          { total: format.exact(statement.closing, statement.currency) },
        ],
      ]}
    />
  );
}

function Sheet({ statement, source, back }: { statement: Statement; source: StatementSource; back: string }) {
  const text = useStatementsText();
  const format = useFormat();
  const { seller, buyer, number } = statement;
  return (
    <Page
      title={text.one(number)}
      sub={`${format.time.month(statement.month)} · UTC`}
      actions={
        <div className={style.act}>
          <Row>
            <a href={back}>{text.back}</a>
            <StatementCsv source={source} number={number} />
            <Button kind="primary" onClick={() => print()}>
              {text.print}
            </Button>
          </Row>
        </div>
      }
    >
      <Panel>
        <div className={style.parties}>
          <Party head={text.from} lines={[seller.name, seller.address, seller.tax_id]} />
          <Party
            head={text.to}
            lines={[buyer.title ?? buyer.name, buyer.address, buyer.contact, buyer.tax_id]}
          />
        </div>
        <Lines statement={statement} />
        {seller.tax_note !== null && <p>{seller.tax_note}</p>}
        <Facts
          rows={[
            [text.account, <Mono key="account">{statement.account_id}</Mono>],
            [text.closedAt, <Time key="at" at={statement.closed_at} form="full" />],
            [text.digest, <Mono key="digest">{statement.digest}</Mono>],
          ]}
        />
        <p className="quiet">{text.entries(statement.first_entry, statement.last_entry)}</p>
      </Panel>
    </Page>
  );
}

/** `back` is the address of the list of statements. */
export function StatementSheet({
  source,
  back,
}: {
  source: StatementSource;
  back: (statement: Statement) => string;
}) {
  const { statement: number } = useParams({ strict: false }) as { statement: string };
  const found = useQuery({
    queryKey: ['statement', source.name, number],
    queryFn: () => source.one({ statement: number }),
  });
  return (
    <Loaded of={found}>
      {({ statement }) => <Sheet statement={statement} source={source} back={back(statement)} />}
    </Loaded>
  );
}
