// The list of an account's statements, and the page of one statement.
import type { Account } from '../../api/api-types.ts';
import { downloadCsv } from '../../api/typed-ask.ts';
import { Panel } from '../../parts/Panel.tsx';
import type { StatementSource } from '../../statements/StatementCsv.tsx';
import { StatementList } from '../../statements/StatementList.tsx';
import { StatementSheet } from '../../statements/StatementSheet.tsx';
import { admin, CONSOLE } from '../api.ts';
import { useAccountsText } from './text.ts';

/** Statements of one account, or of all accounts. */
function statementsOf(account?: string): StatementSource {
  return {
    name: account ?? 'all',
    list: (query) => admin('/statements', { query: { ...query, account } }),
    one: (params) => admin('/statements/{statement}', { params }),
    save: (params, file) => downloadCsv(CONSOLE, '/admin/v1/statements/{statement}', { params }, file),
  };
}

export function AccountStatements({ account }: { account: Account }) {
  const text = useAccountsText();
  return (
    <Panel title={text.statements}>
      <StatementList source={statementsOf(account.id)} />
    </Panel>
  );
}

export function AccountStatement() {
  return (
    <StatementSheet
      source={statementsOf()}
      back={({ account_id }) => `#/accounts/${account_id}?tab=statements`}
    />
  );
}
