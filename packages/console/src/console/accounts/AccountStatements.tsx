// Owns the statements of one account, and each of them as a page.
import type { Account } from '../../api/api-types.ts';
import { Panel } from '../../parts/Panel.tsx';
import { StatementList } from '../../statements/StatementList.tsx';
import { StatementSheet } from '../../statements/StatementSheet.tsx';
import type { StatementSource } from '../../statements/statement-source.ts';
import { CONSOLE } from '../api.ts';
import { useAccountsText } from './text.ts';

const STATEMENTS: StatementSource = { place: CONSOLE, path: '/admin/v1/statements' };

export function AccountStatements({ account }: { account: Account }) {
  const text = useAccountsText();
  return (
    <Panel title={text.statements}>
      <StatementList source={STATEMENTS} query={{ account: account.id }} />
    </Panel>
  );
}

export function AccountStatement() {
  return (
    <StatementSheet
      source={STATEMENTS}
      back={({ account_id }) => `#/accounts/${account_id}?tab=statements`}
    />
  );
}
