// The sequence in which the providers of each platform are asked, and the health of each.
import type { Provider } from '../../api/api-types.ts';
import { Chip } from '../../parts/Chip.tsx';
import { Panel, Row } from '../../parts/Panel.tsx';
import { Table } from '../../parts/Table.tsx';
import { usePlatformName } from '../../shell/made-up.ts';
import { type PlatformSequence, sequencesOf } from './fail-over.ts';
import { STATUS_TONES } from './status.ts';
import { useProvidersText } from './text.ts';

export function FailOver({ providers }: { providers: readonly Provider[] }) {
  const text = useProvidersText();
  const platformName = usePlatformName();
  return (
    <Panel title={text.order} way={<span className="quiet">{text.orderNote}</span>}>
      <Table<PlatformSequence>
        label={text.order}
        rows={sequencesOf(providers)}
        rowKey={({ platform }) => platform}
        empty={text.none}
        columns={[
          ['platform', text.platform, '', ({ platform }) => platformName(platform)],
          [
            'order',
            text.title,
            'wraps',
            ({ providers }) => (
              <Row>
                {providers.map((provider, at) => (
                  <Chip key={provider.name} tone={STATUS_TONES[provider.status]}>
                    {at + 1} · {provider.name}
                  </Chip>
                ))}
              </Row>
            ),
          ],
        ]}
      />
    </Panel>
  );
}
