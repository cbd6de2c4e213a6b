// The table of connectors that says how each operation is proved. Pure but for the recordings of this repository: write-reference.ts saves it,
// and a test fails when the saved file is out of date.
import type { Connector, OperationName, ProofKind } from '../connectors/connector.ts';
import { connectors } from '../connectors/index.ts';
import { PLATFORM_FACTS } from '../connectors/parsing/platform-facts.ts';
import { recordings } from '../connectors/samples/recorded.ts';

const LETTERS: Record<ProofKind, string> = {
  document: 'D',
  source: 'S',
  client: 'C',
  own: 'O',
  unproved: '?',
};
const RECORDED = 'R';

const INTRODUCTION = `# Connectors: how each operation is proved

<!-- Generated from packages/gateway/src/connectors by write-reference.ts. Do not edit. -->

This table says how each operation of each connector is proved, and what nothing proves yet.

**R**: by a recording, an answer of the platform in which nobody is named any more. Where none was recorded, paths and fields are known by
**D**, documents of the platform or the seller; **S**, the source of its server; **C**, clients that others use; **O**: it answers in this
process, and its tests prove it. **?**: nothing proves it yet. **-**: the connector does not have the operation. A letter is that
of the whole connector, except where an operation is known to differ. \`reelgate connectors record\`
([guide](../guides/platforms.md#look-at-a-connector-and-try-it)) makes an R of any of them.
`;

function letterOf({ name, facts, operations }: Connector, operation: OperationName): string {
  if (operations[operation] === undefined) return '-';
  const isRecorded = recordings.get(name)?.samples.some((sample) => sample.operation === operation) === true;
  return isRecorded ? RECORDED : LETTERS[facts.proof.besides?.[operation] ?? facts.proof.by];
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly string[][]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** A connector whose records are made up has nothing to prove. */
const shown = connectors.filter(({ facts }) => facts.isMadeUp !== true);

export function renderConnectorProofs(): string {
  const names = [...new Set(shown.flatMap(({ operations }) => Object.keys(operations)))] as OperationName[];
  const operations = table(
    ['connector', ...names],
    shown.map((one) => [one.name, ...names.map((name) => letterOf(one, name))]),
  );
  const sources = table(
    ['connector', 'checked', 'source', 'not proved'],
    shown.map(({ name, facts: { proof, docs, website } }) => [
      name,
      proof.checkedAt,
      `\`${docs ?? website}\``,
      proof.unproved.join(' ') || '-',
    ]),
  );
  const facts = table(
    ['platform', 'fact', 'checked', 'source'],
    PLATFORM_FACTS.map(({ platform, text, checkedAt, source }) => [
      platform,
      text,
      checkedAt,
      `\`${source}\``,
    ]),
  );
  return [
    INTRODUCTION,
    operations,
    '\n## Where it was read\n',
    sources,
    '\n## Facts of platforms\n\nEvery connector of the platform tells them, where they are about it.\n',
    facts,
    '',
  ].join('\n');
}
