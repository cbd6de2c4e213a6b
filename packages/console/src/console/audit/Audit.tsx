// The audit log: each change as a sentence, filters in the address, and the row as it is stored one click away.
import { useState } from 'react';
import type { AdminListAuditAnswer, AuditRow } from '../../api/api-types.ts';
import { adminListAuditActionChoices } from '../../api/bounds.ts';
import { useList } from '../../api/use-list.ts';
import { MoreButton } from '../../parts/Button.tsx';
import { Code } from '../../parts/Code.tsx';
import { Id } from '../../parts/Copy.tsx';
import { FilterBox, type Suggestion } from '../../parts/FilterBox.tsx';
import { FilterChips } from '../../parts/FilterChips.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Table } from '../../parts/Table.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { textIn, useUrlState } from '../../shell/use-url-state.ts';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import style from './audit.module.css';
import { sentenceOf } from './sentence.ts';
import { useAuditText } from './text.ts';

const FILTERS = ['action', 'actor', 'subject'] as const;

function readAudit(search: Record<string, unknown>) {
  const action = textIn(search, 'action');
  return {
    action: adminListAuditActionChoices.find((one) => one === action),
    actor: textIn(search, 'actor'),
    subject: textIn(search, 'subject'),
  };
}
type AuditFilters = ReturnType<typeof readAudit>;

/** Actions that contain the text; then the text itself as the name of a person, and of what was changed. */
function useSuggestions(typed: string): Suggestion[] {
  const text = useAuditText();
  const words = typed.trim();
  const one = (name: (typeof FILTERS)[number], kind: string, value: string): Suggestion => ({
    ...{ name, kind, value, label: value },
  });
  const actions = adminListAuditActionChoices
    .filter((action) => action.includes(words.toLowerCase()))
    .map((action) => one('action', text.action, action));
  if (words === '') return actions;
  return [...actions, one('actor', text.by, words), one('subject', text.subject, words)];
}

function Filters({
  filters,
  change,
}: {
  filters: AuditFilters;
  change: (change: Partial<AuditFilters>) => void;
}) {
  const text = useAuditText();
  const [typed, setTyped] = useState('');
  const labels = { action: text.action, actor: text.by, subject: text.subject };
  return (
    <div className={style.filters}>
      <FilterBox
        label={text.addFilter}
        typed={typed}
        onType={setTyped}
        suggestions={useSuggestions(typed)}
        isLoading={false}
        onOpen={() => {}}
        onPick={({ name, value }) => change({ [name]: value })}
      />
      <FilterChips
        filters={FILTERS.flatMap((name) => {
          const value = filters[name];
          return value === undefined ? [] : [{ name, label: labels[name], value }];
        })}
        onRemove={(name) => change({ [name]: undefined })}
        onClear={() => change({ action: undefined, actor: undefined, subject: undefined })}
      />
    </div>
  );
}

function Changes({ pages }: { pages: readonly AdminListAuditAnswer[] }) {
  const text = useAuditText();
  const common = useCommonText();
  const format = useFormat();
  const names = Object.assign({}, ...pages.map((page) => page.names)) as Record<string, string>;
  const told = { text, format, names, currency: pages[0]!.currency };
  return (
    <Table<AuditRow>
      label={text.title}
      rows={pages.flatMap((page) => page.rows)}
      empty={text.empty}
      columns={[
        ['time', common.time, '', 'at'],
        [
          'what',
          text.what,
          'wraps',
          (row) => (
            <>
              <span data-sentence={row.action}>{sentenceOf(row, told)}</span>
              <details className={style.raw}>
                <summary>{text.raw}</summary>
                <Code label={text.rawOf}>{JSON.stringify(row, null, 2)}</Code>
              </details>
            </>
          ),
        ],
        [
          'subject',
          text.subject,
          'wide',
          ({ subject }) => <Id of={subject} href={`#/audit?subject=${encodeURIComponent(subject)}`} />,
        ],
      ]}
    />
  );
}

export function Audit() {
  const text = useAuditText();
  const [filters, change] = useUrlState(readAudit);
  const audit = useList(['audit', JSON.stringify(filters)], (cursor) =>
    admin('/audit', { query: { cursor, limit: 50, ...filters } }),
  );
  return (
    <Page title={text.title} sub={text.sub}>
      <Filters filters={filters} change={change} />
      <Panel>
        <Loaded of={audit}>{({ pages }) => <Changes pages={pages} />}</Loaded>
        <MoreButton of={audit} />
      </Panel>
    </Page>
  );
}
