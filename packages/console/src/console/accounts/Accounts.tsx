// The list of accounts and the list of invites.
import { useState } from 'react';
import type { Account } from '../../api/api-types.ts';
import { adminListAccountsSearchMaxLength } from '../../api/bounds.ts';
import { useList } from '../../api/use-list.ts';
import { Button, LinkButton, MoreButton } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { otherColumns } from '../../parts/other-fields.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel, Row } from '../../parts/Panel.tsx';
import { SearchBox } from '../../parts/SearchBox.tsx';
import { Segments } from '../../parts/Segments.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { textIn, useUrlState } from '../../shell/use-url-state.ts';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';
import { customersOf } from '../first-customer/progress.ts';
import { useFirstCustomerText } from '../first-customer/text.ts';
import { InviteDialog } from './InviteDialogs.tsx';
import { Invites } from './Invites.tsx';
import { useInvitesText } from './invites-text.ts';
import { MakeAccountDialog } from './MakeAccountDialog.tsx';
import { useAccountsText } from './text.ts';

function useColumns(): Column<Account>[] {
  const text = useAccountsText();
  const common = useCommonText();
  return [
    [
      'name',
      text.name,
      'wraps',
      ({ id, name }) => <a href={`#/accounts/${id}`}>{name}</a>,
      { order: ({ name }) => name },
    ],
    [
      'status',
      text.status,
      '',
      ({ status }) => <Chip tone={status === 'active' ? 'good' : 'warn'}>{common.statuses[status]}</Chip>,
    ],
    ...otherColumns<Account>(text.given, ['title', 'contact', 'billing_address', 'tax_id']),
    ['available', text.available, 'right sorted'],
    ['held', text.held, 'right wide sorted'],
    ['made', text.made, 'right wide', ({ created_at }) => <Time at={created_at} form="day" />],
  ];
}

/** While there is no customer, the list leads to the first one. */
function FirstCustomerNotice() {
  const text = useFirstCustomerText();
  return (
    <Notice>
      {text.begin}
      <LinkButton kind="primary" href="#/first-customer">
        {text.open}
      </LinkButton>
    </Notice>
  );
}

function AccountList() {
  const text = useAccountsText();
  const columns = useColumns();
  const [{ search }, change] = useUrlState((found) => ({ search: textIn(found, 'search') }));
  const accounts = useList(['accounts', search ?? ''], (cursor) =>
    admin('/accounts', { query: { cursor, limit: 50, search } }),
  );
  return (
    <Panel>
      <SearchBox
        label={text.search}
        maxLength={adminListAccountsSearchMaxLength}
        value={search}
        onSearch={(value) => change({ search: value })}
      />
      <Loaded of={accounts}>
        {({ pages }) => (
          <>
            {search === undefined && customersOf(pages[0]!.accounts).length === 0 && <FirstCustomerNotice />}
            <Table
              label={text.title}
              columns={columns}
              rows={pages.flatMap((page) => page.accounts)}
              empty={
                <>
                  {search === undefined ? text.empty : text.noneFound}{' '}
                  {search === undefined && <code>npx reelgate account create NAME</code>}
                </>
              }
            />
          </>
        )}
      </Loaded>
      <MoreButton of={accounts} />
    </Panel>
  );
}

const SHOWN = ['accounts', 'invites'] as const;

export function Accounts() {
  const text = useAccountsText();
  const invites = useInvitesText();
  const firstCustomer = useFirstCustomerText();
  const may = useMay();
  const [over, setOver] = useState<'account' | 'invite' | null>(null);
  const [{ show }, change] = useUrlState((found) => ({
    show: SHOWN.find((one) => one === textIn(found, 'show')) ?? 'accounts',
  }));
  const names = { accounts: text.title, invites: invites.invites };
  return (
    <Page
      title={text.title}
      sub={text.sub}
      actions={
        may.change && (
          <Row>
            <LinkButton href="#/first-customer">{firstCustomer.open}</LinkButton>
            <Button onClick={() => setOver('invite')}>{invites.make}</Button>
            <Button kind="primary" onClick={() => setOver('account')}>
              {text.make}
            </Button>
          </Row>
        )
      }
    >
      <Segments
        label={text.title}
        value={show}
        choices={SHOWN.map((value) => ({ value, label: names[value] }))}
        onPick={(value) => change({ show: value })}
      />
      {show === 'accounts' ? <AccountList /> : <Invites />}
      {over === 'account' && <MakeAccountDialog onClose={() => setOver(null)} />}
      {over === 'invite' && <InviteDialog onClose={() => setOver(null)} />}
    </Page>
  );
}
