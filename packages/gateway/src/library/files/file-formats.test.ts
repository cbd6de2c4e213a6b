import { expect, test } from 'vitest';
import { parseRecordJson } from './file-formats.ts';

test.each([
  ['{"id":9007199254740993}', { id: '9007199254740993' }],
  ['{"id":9007199254740991}', { id: 9007199254740991 }],
  ['{"id":-9223372036854775808}', { id: '-9223372036854775808' }],
  ['{"author":{"id":5193363430624671876}}', { author: { id: '5193363430624671876' } }],
  ['[{"author":{"id":5193363430624671876}}]', [{ author: { id: '5193363430624671876' } }]],
  ['{"id":"5193363430624671876","n":0.1}', { id: '5193363430624671876', n: 0.1 }],
])('%s loses no digit', (text, value) => {
  expect(parseRecordJson(text)).toEqual({ kind: 'value', value });
});

test('text that is not JSON is reported, not thrown', () => {
  expect(parseRecordJson('{"id":')).toMatchObject({ kind: 'bad' });
});
