// The table of connectors that says how each operation is proved. Pure but for the recordings of this repository: write-reference.ts saves it,
// and a test fails when the saved file is out of date.
import type { Connector, OperationName, ProofKind } from '../connectors/connector.ts';
import { connectors } from '../connectors/index.ts';
import { PLATFORM_FACTS } from '../connectors/parsing/platform-facts.ts';
import { recordings } from '../connectors/samples/recorded.ts';

type Proof = ProofKind | 'recording';
const TITLES: Record<Proof, string> = {
  recording: 'a recording',
  document: 'documents',
  source: 'source of the server',
  client: 'clients of others',
  own: 'its tests',
  unproved: 'nothing yet',
};

const INTRODUCTION = `# Connectors: how each operation is proved

<!-- Generated from packages/gateway/src/connectors by write-reference.ts. Do not edit. -->

This table says what proves each operation of each connector, and what nothing proves yet.

**A recording** is an answer of the platform in which nobody is named any more. Where none was recorded, paths and fields are known by
**documents** of the platform or the seller, by the **source of the server**, or by **clients of others**. An operation that answers in this process
is proved by **its tests**. What is said of an operation is said of the whole connector, except where an operation is known to differ.
\`reelgate connectors record\` ([guide](../guides/platforms.md#look-at-a-connector-and-try-it)) makes a recording of any of them.
`;

function proofOf({ name, facts }: Connector, operation: OperationName): Proof {
  const isRecorded = recordings.get(name)?.samples.some((sample) => sample.operation === operation) === true;
  return isRecorded ? 'recording' : (facts.proof.besides?.[operation] ?? facts.proof.by);
}

/** A date stays on one line. */
const unbroken = (text: string) =>
  text.replaceAll(/(?<=\d) (?=[A-Z][a-z]+ \d{4})|(?<=\d [A-Z][a-z]+) (?=\d{4})/g, '\u00A0');

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly string[][]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** A connector whose records are made up has nothing to prove. */
const shown = connectors.filter(({ facts }) => facts.isMadeUp !== true);

export function renderConnectorProofs(): string {
  const proofs = Object.keys(TITLES) as Proof[];
  const operations = table(
    ['connector', ...proofs.map((proof) => TITLES[proof])],
    shown.map((one) => {
      const names = Object.keys(one.operations) as OperationName[];
      const provedBy = (proof: Proof) => names.filter((name) => proofOf(one, name) === proof).join(', ');
      return [one.name, ...proofs.map((proof) => provedBy(proof) || '-')];
    }),
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
      unbroken(text),
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
