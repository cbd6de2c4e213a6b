// What each question of a collection has brought, how it ended, and which were not asked. One question has nothing to compare.
import type { CollectionQuestion } from '../api/api-types.ts';
import { Panel } from '../parts/Panel.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import { questionWords } from './gathered.ts';
import { useGatheringText } from './text.ts';

export function ByQuestion({ of }: { of: readonly CollectionQuestion[] }) {
  const text = useGatheringText();
  const common = useCommonText();
  const format = useFormat();
  if (of.length < 2) return null;
  const count = (figure: number | null) => (figure === null ? text.notKnown : format.count(figure));
  const endOf = ({ asked, end, pages }: CollectionQuestion) => {
    if (!asked) return text.notAsked;
    if (end !== null) return text.questionEnds[end];
    return pages === null ? text.notKnown : text.goesOn;
  };
  const columns: Column<CollectionQuestion>[] = [
    [
      'question',
      text.question,
      'wraps',
      ({ index, query }) => `${format.count(index + 1)}. ${(query && questionWords(query)) || text.question}`,
    ],
    ['items', text.newItems, 'right', ({ items }) => count(items)],
    ['pages', text.pages, 'right wide', ({ pages }) => count(pages)],
    ['end', common.state, 'wraps', endOf],
  ];
  return (
    <Panel title={text.byQuestion}>
      <Table
        label={text.byQuestion}
        columns={columns}
        rows={of}
        rowKey={({ index }) => String(index)}
        empty={null}
      />
    </Panel>
  );
}
