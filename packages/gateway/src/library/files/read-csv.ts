// Reads CSV tables by RFC 4180, also with semicolons and tabs, which spreadsheets write too. A quote that is never closed would swallow the
// rest of a file. So such a row is a problem at its line, and reading goes on at the next line.
import { LINE_BYTES_MAX } from '../limits.ts';

export type CsvRow = { line: number; cells: string[] } | { line: number; problem: string };

const DELIMITERS = [',', ';', '\t'];
const ROW_CHARS_MAX = LINE_BYTES_MAX;

export async function* readRows(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ rows: CsvRow[]; bytes: number }> {
  const splitter = new RowSplitter();
  // Replaces invalid UTF-8 by U+FFFD, by which the row is detected below. Also drops a byte order mark.
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of chunks) {
    yield { rows: splitter.take(decoder.decode(chunk, { stream: true }), false), bytes: chunk.length };
  }
  yield { rows: splitter.take(decoder.decode(), true), bytes: 0 };
}

interface Cell {
  value: string;
  end: number;
}

interface Scan {
  cells: string[];
  /** Where the next row begins. */
  end: number;
}

class RowSplitter {
  private text = '';
  private line = 1;
  private delimiter: string | null = null;

  take(more: string, isLast: boolean): CsvRow[] {
    this.text += more;
    const rows: CsvRow[] = [];
    let from = 0;
    while (from < this.text.length) {
      const scan = this.scan(from, isLast);
      if (scan === null && !isLast && this.text.length - from <= ROW_CHARS_MAX) break;
      if (scan === null && !isLast && this.text.indexOf('\n', from) === -1) break;
      from = scan === null ? this.giveUp(from, rows) : this.accept(scan, from, rows);
    }
    this.text = this.text.slice(from);
    return rows;
  }

  private accept(scan: Scan, from: number, rows: CsvRow[]): number {
    const { cells, end } = scan;
    const isBlank = cells.length === 1 && cells[0] === '';
    if (end - from > ROW_CHARS_MAX)
      rows.push({ line: this.line, problem: `longer than ${ROW_CHARS_MAX} characters` });
    else if (cells.some((cell) => cell.includes('\ufffd')))
      rows.push({ line: this.line, problem: 'not valid UTF-8' });
    else if (!isBlank) rows.push({ line: this.line, cells });
    this.line += countNewlines(this.text, from, end);
    return end;
  }

  /** Drops one line of a row that does not end. */
  private giveUp(from: number, rows: CsvRow[]): number {
    rows.push({ line: this.line, problem: 'a quote is never closed' });
    const newline = this.text.indexOf('\n', from);
    this.line += 1;
    return newline === -1 ? this.text.length : newline + 1;
  }

  /** null when the row does not end within what has been read, or never. */
  private scan(from: number, isLast: boolean): Scan | null {
    this.delimiter ??= this.detectDelimiter(isLast);
    if (this.delimiter === null) return null;
    const cells: string[] = [];
    let at = from;
    while (true) {
      const cell: Cell | null = this.text[at] === '"' ? this.quoted(at) : this.plain(at, this.delimiter);
      if (cell === null || (cell.end >= this.text.length && !isLast)) return null;
      cells.push(cell.value);
      if (this.text[cell.end] === this.delimiter) at = cell.end + 1;
      else return { cells, end: this.afterNewline(cell.end) };
    }
  }

  private plain(from: number, delimiter: string): Cell {
    const newline = orEnd(this.text.indexOf('\n', from), this.text);
    const mark = this.text.indexOf(delimiter, from);
    const end = mark === -1 || mark > newline ? newline : mark;
    return { value: this.text.slice(from, end).replace(/\r$/, ''), end };
  }

  /** A doubled quote is a quote. Text between the closing quote and the delimiter is kept as it is. */
  private quoted(from: number): Cell | null {
    let value = '';
    let at = from + 1;
    while (true) {
      const quote = this.text.indexOf('"', at);
      if (quote === -1) return null;
      value += this.text.slice(at, quote);
      if (this.text[quote + 1] !== '"') {
        const tail = this.plain(quote + 1, this.delimiter ?? ',');
        return { value: value + tail.value, end: tail.end };
      }
      value += '"';
      at = quote + 2;
    }
  }

  private afterNewline(at: number): number {
    return Math.min(at + 1, this.text.length);
  }

  private detectDelimiter(isLast: boolean): string | null {
    const newline = this.text.indexOf('\n');
    if (newline === -1 && !isLast) return null;
    const header = this.text.slice(0, orEnd(newline, this.text));
    const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
    return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
  }
}

function orEnd(index: number, text: string): number {
  return index === -1 ? text.length : index;
}

function countNewlines(text: string, from: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
