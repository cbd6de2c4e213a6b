import type { AuditRow } from '../../api/api-types.ts';
import { useList } from '../../api/use-list.ts';
import { Mono } from '../../parts/Code.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { MoreButton } from '../../parts/MoreButton.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Table } from '../../parts/Table.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { textIn, useUrlState } from '../../shell/use-url-state.ts';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useAuditText } from './text.ts';

function detailText(detail: object): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

export function Audit() {
  const text = useAuditText();
  const common = useCommonText();
  const format = useFormat();
  const [{ subject }, change] = useUrlState((search) => ({ subject: textIn(search, 'subject') }));
  const audit = useList(['audit', subject ?? ''], (cursor) =>
    admin('/audit', { query: { cursor, limit: 50, subject } }),
  );
  return (
    <Page title={text.title} sub={text.sub}>
      <Panel>
        <TextField
          label={text.filter}
          defaultValue={subject ?? ''}
          onBlur={(event) => change({ subject: event.target.value.trim() || undefined })}
          onKeyDown={(event) =>
            event.key === 'Enter' && change({ subject: event.currentTarget.value.trim() || undefined })
          }
        />
        <Loaded of={audit}>
          {({ pages }) => (
            <Table<AuditRow>
              label={text.title}
              rows={pages.flatMap((page) => page.rows)}
              rowKey={({ id }) => id}
              empty={<Empty>{text.empty}</Empty>}
              columns={[
                { id: 'time', head: common.time, cell: ({ at }) => format.time.full(at) },
                { id: 'actor', head: text.actor, cell: ({ actor }) => actor },
                { id: 'action', head: text.action, cell: ({ action }) => <Mono>{action}</Mono> },
                {
                  id: 'subject',
                  head: text.subject,
                  cell: ({ subject }) => (
                    <a href={`#/audit?subject=${encodeURIComponent(subject)}`}>{subject}</a>
                  ),
                },
                { id: 'detail', head: text.detail, wraps: true, cell: ({ detail }) => detailText(detail) },
              ]}
            />
          )}
        </Loaded>
        <MoreButton of={audit} />
      </Panel>
    </Page>
  );
}
