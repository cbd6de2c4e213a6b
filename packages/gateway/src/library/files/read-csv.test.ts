// A table is the same however the bytes of its file arrive, and each row comes as soon as it is whole.
import { expect, test } from 'vitest';
import { type CsvRow, readRows } from './read-csv.ts';

async function rowsOf(text: string, bytesPerRead: number): Promise<CsvRow[][]> {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += bytesPerRead) yield bytes.subarray(at, at + bytesPerRead);
  }
  const read: CsvRow[][] = [];
  for await (const { rows } of readRows(chunks())) read.push(rows);
  return read;
}

test.each([',', ';', '\t'])(
  'columns between %j are found, wherever the reads of the file end',
  async (mark) => {
    // The first name has another mark in it, so that only the whole header tells which one divides.
    const other = mark === ',' ? ';' : ',';
    const lines = [`id${other}no`, 'title', 'text'].join(mark);
    const text = `${lines}\n1${mark}"猫\nline"${mark}x\n\n2${mark}cat${mark}y`;
    const rows = [
      { line: 1, cells: [`id${other}no`, 'title', 'text'] },
      { line: 2, cells: ['1', '猫\nline', 'x'] },
      { line: 5, cells: ['2', 'cat', 'y'] },
    ];
    for (const bytesPerRead of [1, 2, 3, 7, 1_000])
      expect((await rowsOf(text, bytesPerRead)).flat(), `${bytesPerRead}`).toEqual(rows);
  },
);

test('a row comes with the read that ends it, and a header without an end with the end of the file', async () => {
  const header = { line: 1, cells: ['id', 'title'] };
  expect(await rowsOf('id;title\n1;cat\n', 9)).toEqual([[header], [{ line: 2, cells: ['1', 'cat'] }], []]);
  expect(await rowsOf('id;title', 9)).toEqual([[], [header]]);
});
