// The effective settings from file and environment, without secrets. They can be changed only in the file.
import { useQuery } from '@tanstack/react-query';
import type { AdminGetSettingsAnswer } from '../../api/api-types.ts';
import { Chip } from '../../parts/Chip.tsx';
import { Code, Mono } from '../../parts/Code.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { admin } from '../api.ts';
import { useSystemText } from './text.ts';

type Setting = AdminGetSettingsAnswer['settings'][number];

export function Settings() {
  const text = useSystemText();
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: () => admin('/settings'),
  });
  const columns: Column<Setting>[] = [
    ['name', text.setting, '', ({ name }) => <Mono>{name}</Mono>],
    [
      'value',
      text.value,
      'wraps',
      ({ value, variable }) =>
        variable !== null ? <Mono>{`\${${variable}}`}</Mono> : (value ?? <Chip>{text.hidden}</Chip>),
    ],
  ];
  return (
    <Panel title={text.settings}>
      <p>{text.settingsNote}</p>
      <Loaded of={settings}>
        {({ file, settings }) => (
          <>
            <Facts rows={[[text.file, file === null ? text.noFile : <Mono key="file">{file}</Mono>]]} />
            <Table
              label={text.settings}
              columns={columns}
              rows={settings}
              rowKey={({ name }) => name}
              empty={text.allDefaults}
            />
          </>
        )}
      </Loaded>
      <p>{text.checkNote}</p>
      <Code label={text.settings}>npx reelgate config check</Code>
    </Panel>
  );
}
