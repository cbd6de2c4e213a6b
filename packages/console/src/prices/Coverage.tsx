// Caps, known gaps and freshness: one row for each operation of each platform.
import type { PricedEndpoint, Coverage as Shown } from '../api/api-types.ts';
import { Panel } from '../parts/Panel.tsx';
import { Table } from '../parts/Table.tsx';
import { useFormat } from '../shell/use-format.ts';
import { useCoverageText } from './text.ts';

type Covered = PricedEndpoint & { coverage: Shown };

const nameOf = ({ platform, operation }: PricedEndpoint) => `${platform} ${operation}`;

/** All routes of an operation have the same coverage. */
function coveredOf(endpoints: readonly PricedEndpoint[]): Covered[] {
  const covered = endpoints.filter((one): one is Covered => one.coverage !== null);
  return [...new Map(covered.map((one) => [nameOf(one), one])).values()];
}

/** Coverage in sentences. */
export function useSentences(): (coverage: Shown) => string {
  const text = useCoverageText();
  const format = useFormat();
  return ({ items_max, fresh, notes }) =>
    [
      ...(items_max === null ? [] : [text.cap(format.count(items_max))]),
      ...(fresh === null ? [] : [fresh]),
      ...notes,
    ].join(' ') || text.none;
}

export function Coverage({ endpoints }: { endpoints: readonly PricedEndpoint[] }) {
  const text = useCoverageText();
  const sentences = useSentences();
  const rows = coveredOf(endpoints);
  if (rows.length === 0) return null;
  return (
    <Panel title={text.coverage}>
      <Table<Covered>
        label={text.coverage}
        rows={rows}
        rowKey={nameOf}
        columns={[
          ['platform', text.platform, '', 'platform', { order: nameOf }],
          ['operation', text.operation],
          ['notes', text.known, 'wraps', ({ coverage }) => sentences(coverage)],
        ]}
      />
    </Panel>
  );
}
