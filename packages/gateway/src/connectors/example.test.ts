// The example connector that the guide recommends to copy must parse its own samples.
import { expect, test } from 'vitest';
import { clips, samples } from '../../../../examples/connector.ts';

const provider = {
  name: 'mine',
  connector: 'clips',
  baseUrl: 'https://api.clips.example',
  token: 't',
  timeoutMs: null,
  userAgent: 'test',
  options: {},
  publicUrl: 'https://gateway.example',
};

const search = clips.operations['video.search']!;

test.each(samples)(
  'the example reads its sample "$name" as it says',
  ({ input, response, expect: wanted }) => {
    const parsed = search.parse(response, input, provider);
    if ('failure' in wanted) {
      expect(parsed).toMatchObject({ kind: wanted.failure });
      return;
    }
    expect(parsed).toMatchObject({ kind: 'page', end: wanted.end });
    if (parsed.kind !== 'page') return;
    expect(parsed.items).toHaveLength(wanted.items);
    if (wanted.videos !== undefined)
      expect(parsed.items.map(({ record }) => record)).toMatchObject(wanted.videos);
  },
);

test('the example keeps a 64-bit id also in the raw record', () => {
  const sample = samples[0]!;
  const parsed = search.parse(sample.response, { ...sample.input, wantsRaw: true }, provider);
  expect(parsed.kind === 'page' && JSON.stringify(parsed.items[0]?.raw)).toContain('5193363430624671876');
});
