// The example connector that the guide recommends to copy. The contract suite holds it to everything else.
import { expect, test } from 'vitest';
import { clips, samples } from '../../../../examples/connector.ts';
import { providerOf } from '../testing/replay-sample.ts';

test('the example keeps a 64-bit id also in the raw record', () => {
  const sample = samples[0]!;
  const search = clips.operations['video.search']!;
  const parsed = search.parse(sample.response, { ...sample.input, wantsRaw: true }, providerOf(clips));
  expect(parsed.kind === 'page' && JSON.stringify(parsed.items[0]?.raw)).toContain('5193363430624671876');
});
