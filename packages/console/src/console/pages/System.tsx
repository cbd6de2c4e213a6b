// Owns what the gateway says of itself: its nodes, and who may operate it.
import { useQuery } from '@tanstack/react-query';
import type { AdminGetStatusAnswer } from '../../api/api-types.ts';
import { Mono } from '../../parts/Code.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Table } from '../../parts/Table.tsx';
import { admin } from '../api.ts';
import { useConsoleText } from '../text.ts';

export function System() {
  const text = useConsoleText();
  const status = useQuery({ queryKey: ['status'], queryFn: () => admin<AdminGetStatusAnswer>('/status') });
  return (
    <Page title={text.system}>
      <Loaded of={status}>
        {({ nodes }) => (
          <Panel title="Nodes">
            <Table
              label="Nodes"
              rows={nodes}
              rowKey={({ id }) => id}
              columns={[
                { id: 'id', head: 'Id', cell: ({ id }) => <Mono>{id}</Mono> },
                { id: 'pid', head: 'Process', right: true, cell: ({ pid }) => pid },
                { id: 'host', head: 'Machine', cell: ({ host }) => host ?? '–' },
              ]}
            />
          </Panel>
        )}
      </Loaded>
    </Page>
  );
}
