// The changes that a draft would make.
import type { CatalogDiff } from '../../api/api-types.ts';
import { Chip } from '../../parts/Chip.tsx';
import { Mono } from '../../parts/Code.tsx';
import { Table } from '../../parts/Table.tsx';
import { useCommonText } from '../../text/common.ts';
import { useCatalogText } from './text.ts';

interface Line {
  path: string;
  what: 'added' | 'removed' | 'changed';
  from: string | null;
  to: string | null;
}

function linesOf({ added, removed, changed }: CatalogDiff): Line[] {
  return [
    ...changed.map(({ path, from, to }) => ({ path, what: 'changed' as const, from, to })),
    ...added.map(({ path, to }) => ({ path, what: 'added' as const, from: null, to })),
    ...removed.map(({ path, from }) => ({ path, what: 'removed' as const, from, to: null })),
  ];
}

const TONES = { added: 'good', removed: 'bad', changed: 'warn' } as const;

export function DraftDiff({ diff }: { diff: CatalogDiff }) {
  const text = useCatalogText();
  const common = useCommonText();
  return (
    <Table<Line>
      label={text.diff}
      rows={linesOf(diff)}
      rowKey={({ path, what }) => `${what} ${path}`}
      empty={text.nothing}
      columns={[
        ['what', common.kind, '', ({ what }) => <Chip tone={TONES[what]}>{text[what]}</Chip>],
        ['path', common.path, '', ({ path }) => <Mono>{path}</Mono>],
        ['from', text.before, 'right', ({ from }) => from ?? common.none],
        ['to', text.after, 'right', ({ to }) => to ?? common.none],
      ]}
    />
  );
}
