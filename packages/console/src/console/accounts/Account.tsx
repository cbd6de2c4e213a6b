// One account: its money, and tabs for entries, keys, usage, payments, grants, statements and notices.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Account as AccountFacts } from '../../api/api-types.ts';
import { useList } from '../../api/use-list.ts';
import { useGatheringText } from '../../gathering/text.ts';
import { GrantsTable } from '../../grants/GrantsTable.tsx';
import { useGrantsText } from '../../grants/text.ts';
import { Button, MoreButton } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Id } from '../../parts/Copy.tsx';
import { EntriesTable } from '../../parts/EntriesTable.tsx';
import { Facts, Figure, Figures } from '../../parts/Facts.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { otherFacts } from '../../parts/other-fields.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel, Row } from '../../parts/Panel.tsx';
import { Segments } from '../../parts/Segments.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { textIn, useUrlState } from '../../shell/use-url-state.ts';
import { useCommonText } from '../../text/common.ts';
import { actorName } from '../../text/names.ts';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';
import { useRate } from '../keys/KeyDrawer.tsx';
import { KeysTable } from '../keys/KeysTable.tsx';
import { Projects } from '../keys/Projects.tsx';
import { callByRequest } from '../links.ts';
import { StreamNotices } from '../notices/StreamNotices.tsx';
import { AccountPayments } from './AccountPayments.tsx';
import { AccountStatements } from './AccountStatements.tsx';
import { AccountUsage } from './AccountUsage.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';
import type { MoneyKind } from './forms.ts';
import { GrantDialog } from './GrantDialog.tsx';
import { useGivingText } from './grants-text.ts';
import { MoneyDialog } from './MoneyDialog.tsx';
import { PortalLinkDialog } from './PortalLinkDialog.tsx';
import { ClosingDialog, NEXT, StatusDialog } from './StatusDialog.tsx';
import { useAccountsText } from './text.ts';

function AccountEntries({ account }: { account: AccountFacts }) {
  const text = useAccountsText();
  const entries = useList(['entries', account.id], (cursor) =>
    admin('/accounts/{account}/entries', { params: { account: account.id }, query: { cursor, limit: 50 } }),
  );
  return (
    <Panel title={text.entries}>
      <Loaded of={entries}>
        {({ pages }) => (
          <EntriesTable
            label={text.entries}
            entries={pages.flatMap((page) => page.entries)}
            callLink={(id) => callByRequest(account.id, id)}
            more={[['actor', text.actor, '', ({ actor }) => actorName(actor).replace(/^key:.*/, 'key')]]}
            empty={text.noEntries}
          />
        )}
      </Loaded>
      <MoreButton of={entries} />
    </Panel>
  );
}

/** The grants of one account, and the dialog that gives another one. */
function AccountGrants({ account }: { account: AccountFacts }) {
  const text = useGrantsText();
  const giving = useGivingText();
  const may = useMay();
  const [isGiving, setGiving] = useState(false);
  const grants = useList(['grants', account.id], (cursor) =>
    admin('/accounts/{account}/grants', { params: { account: account.id }, query: { cursor, limit: 50 } }),
  );
  return (
    <Panel
      title={text.title}
      way={may.change && <Button onClick={() => setGiving(true)}>{giving.give}</Button>}
    >
      <p>{giving.why}</p>
      <Loaded of={grants}>
        {({ pages }) => <GrantsTable grants={pages.flatMap((page) => page.grants)} empty={giving.none} />}
      </Loaded>
      <MoreButton of={grants} />
      {isGiving && <GrantDialog account={account} onClose={() => setGiving(false)} />}
    </Panel>
  );
}

const TABS = ['entries', 'keys', 'usage', 'payments', 'grants', 'statements', 'notices'] as const;
type Tab = (typeof TABS)[number];
type Over = MoneyKind | 'link' | 'status' | 'details' | 'close';

function readTab(search: Record<string, unknown>): { tab: Tab } {
  const tab = textIn(search, 'tab') as Tab;
  return { tab: TABS.includes(tab) ? tab : 'entries' };
}

function Actions({ account, open }: { account: AccountFacts; open: (over: Over) => void }) {
  const text = useAccountsText();
  return (
    <Row>
      <Button kind="primary" onClick={() => open('topup')}>
        {text.topUp}
      </Button>
      <Button onClick={() => open('refund')}>{text.refund}</Button>
      <Button onClick={() => open('adjust')}>{text.adjust}</Button>
      <Button onClick={() => open('details')}>{text.details}</Button>
      <Button onClick={() => open('link')}>{text.portalLink}</Button>
      <Button kind={account.status === 'active' ? 'danger' : 'plain'} onClick={() => open('status')}>
        {text[NEXT[account.status]]}
      </Button>
      {account.status !== 'closed' && (
        <Button kind="danger" onClick={() => open('close')}>
          {text.closeAccount}
        </Button>
      )}
    </Row>
  );
}

function AccountPage({ account }: { account: AccountFacts }) {
  const text = useAccountsText();
  const common = useCommonText();
  const gathering = useGatheringText();
  const format = useFormat();
  const may = useMay();
  const writeRate = useRate();
  const [{ tab }, change] = useUrlState(readTab);
  const [over, setOver] = useState<Over | null>(null);
  const close = () => setOver(null);
  const rate = account.rate;
  return (
    <Page
      title={account.name}
      sub={
        <>
          {account.title && <>{account.title} · </>}
          {account.contact && <>{account.contact} · </>}
          <Id of={account.id} />{' '}
          <Chip tone={account.status === 'active' ? 'good' : 'warn'}>{common.statuses[account.status]}</Chip>{' '}
          {account.closed_at && text.closedOn(format.time.day(account.closed_at))}
        </>
      }
      actions={may.change && <Actions account={account} open={setOver} />}
    >
      <Figures>
        <Figure label={text.available} value={format.exact(account.available, account.currency)} />
        <Figure label={text.balance} value={format.exact(account.balance, account.currency)} />
        <Figure label={text.held} value={format.exact(account.held, account.currency)} />
        <Figure
          label={text.rate}
          value={rate === null ? text.rateDefault : format.count(rate.requests)}
          note={rate && writeRate(rate)}
        />
      </Figures>
      <Facts rows={otherFacts(text.given, account, ['title', 'contact'])} />
      <Row>
        <Segments
          label={account.name}
          value={tab}
          choices={TABS.map((value) => ({ value, label: text[value] }))}
          onPick={(value) => change({ tab: value })}
        />
        <a href={`#/calls?account=${account.id}`}>{text.calls} →</a>
        <a href={`#/collections?account=${account.id}`}>{gathering.collections} →</a>
        <a href={`#/watches?account=${account.id}`}>{gathering.watches} →</a>
      </Row>
      {tab === 'entries' && <AccountEntries account={account} />}
      {tab === 'keys' && (
        <>
          <KeysTable account={account.id} />
          <Projects account={account.id} />
        </>
      )}
      {tab === 'usage' && <AccountUsage account={account} />}
      {tab === 'payments' && <AccountPayments account={account} />}
      {tab === 'grants' && <AccountGrants account={account} />}
      {tab === 'statements' && <AccountStatements account={account} />}
      {tab === 'notices' && <StreamNotices account={account.id} />}
      {over === 'details' && <DetailsDialog account={account} onClose={close} />}
      {over === 'link' && <PortalLinkDialog account={account} onClose={close} />}
      {over === 'close' && <ClosingDialog account={account} onClose={close} />}
      {over === 'status' && <StatusDialog account={account} onClose={close} />}
      {(over === 'topup' || over === 'refund' || over === 'adjust') && (
        <MoneyDialog kind={over} account={account} onClose={close} />
      )}
    </Page>
  );
}

export function Account() {
  const { account } = useParams({ strict: false }) as { account: string };
  const found = useQuery({
    queryKey: ['account', account],
    queryFn: () => admin('/accounts/{account}', { params: { account } }),
  });
  return <Loaded of={found}>{({ account }) => <AccountPage account={account} />}</Loaded>;
}
