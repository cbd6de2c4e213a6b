// The page about the gateway itself: nodes, work that is due, tokens, sessions, settings, and how to make backups.
import { useQuery } from '@tanstack/react-query';
import type { AdminGetStatusAnswer } from '../../api/api-types.ts';
import { Code } from '../../parts/Code.tsx';
import { Id } from '../../parts/Copy.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';
import { Duties } from './Duties.tsx';
import { Sessions } from './Sessions.tsx';
import { Settings } from './Settings.tsx';
import { Tokens } from './Tokens.tsx';
import { useSystemText } from './text.ts';

const POLL_MS = 10_000;

function Nodes({ status }: { status: AdminGetStatusAnswer }) {
  const text = useSystemText();
  const common = useCommonText();
  const { nodes, now, currency, catalog_version } = status;
  return (
    <Panel title={text.nodes}>
      <Facts
        rows={[
          [text.now, <Time key="at" at={now} form="full" />],
          [text.currency, currency],
          [
            text.catalog,
            <a key="catalog" href="#/catalog">
              {catalog_version ?? common.none}
            </a>,
          ],
        ]}
      />
      <Table<AdminGetStatusAnswer['nodes'][number]>
        label={text.nodes}
        rows={nodes}
        columns={[
          ['id', text.id, '', ({ id }) => <Id of={id} />],
          ['pid', text.process, 'right', ({ pid }) => pid],
          ['host', text.machine, '', ({ host }) => host ?? common.none],
        ]}
      />
    </Panel>
  );
}

function Status() {
  const status = useQuery({
    queryKey: ['status'],
    queryFn: () => admin('/status'),
    refetchInterval: POLL_MS,
  });
  return (
    <Loaded of={status}>
      {(answer) => (
        <>
          <Nodes status={answer} />
          <Duties counts={answer.duties} />
        </>
      )}
    </Loaded>
  );
}

export function System() {
  const text = useSystemText();
  const may = useMay();
  return (
    <Page title={text.title}>
      <Status />
      <Sessions />
      {may.own && <Tokens />}
      <Settings />
      <Panel title={text.backups}>
        <p>{text.backupsNote}</p>
        <Code label={text.backups}>npx reelgate storage backup FILE</Code>
      </Panel>
    </Page>
  );
}
