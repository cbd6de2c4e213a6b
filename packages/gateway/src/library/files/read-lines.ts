// Splits a byte stream into lines: UTF-8 with or without a byte order mark, LF or CRLF. A line that is too long or not UTF-8 is a problem
// at its number; the lines after it are read normally.
import { isUtf8 } from 'node:buffer';
import { LINE_BYTES_MAX } from '../limits.ts';

type Line = { line: number; text: string } | { line: number; problem: string };

const NEWLINE = 0x0a;
const TOO_LONG = `longer than ${LINE_BYTES_MAX} bytes`;

/** Yields the lines of one chunk at a time: an await per line would cost more than parsing it. */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ lines: Line[]; bytes: number }> {
  const splitter = new LineSplitter();
  for await (const chunk of chunks) yield { lines: splitter.take(chunk), bytes: chunk.length };
  yield { lines: splitter.finish(), bytes: 0 };
}

class LineSplitter {
  private rest: Buffer = Buffer.alloc(0);
  private line = 0;
  /** Inside a line that is already too long; the rest of it is skipped up to the next newline. */
  private isSkipping = false;

  take(chunk: Buffer): Line[] {
    const data = this.skip(chunk);
    const joined = this.rest.length === 0 ? data : Buffer.concat([this.rest, data]);
    const end = joined.lastIndexOf(NEWLINE) + 1;
    this.rest = joined.subarray(end);
    const lines = end === 0 ? [] : this.split(joined.subarray(0, end - 1));
    if (this.rest.length > LINE_BYTES_MAX) {
      lines.push({ line: ++this.line, problem: TOO_LONG });
      this.rest = Buffer.alloc(0);
      this.isSkipping = true;
    }
    return lines;
  }

  finish(): Line[] {
    return this.rest.length === 0 ? [] : this.split(this.rest);
  }

  private skip(chunk: Buffer): Buffer {
    if (!this.isSkipping) return chunk;
    const end = chunk.indexOf(NEWLINE);
    if (end === -1) return Buffer.alloc(0);
    this.isSkipping = false;
    return chunk.subarray(end + 1);
  }

  private split(block: Buffer): Line[] {
    // Almost every block is valid, and then it is decoded once for all of its lines.
    if (isUtf8(block))
      return block
        .toString('utf8')
        .split('\n')
        .map((text) => this.toLine(text));
    return splitBytes(block).map((bytes) =>
      isUtf8(bytes) ? this.toLine(bytes.toString('utf8')) : { line: ++this.line, problem: 'not valid UTF-8' },
    );
  }

  private toLine(raw: string): Line {
    this.line += 1;
    const text = this.line === 1 ? raw.replace(/^\ufeff/, '') : raw;
    // A UTF-16 unit takes at most three bytes, so short lines need no counting.
    if (text.length * 3 > LINE_BYTES_MAX && Buffer.byteLength(text) > LINE_BYTES_MAX)
      return { line: this.line, problem: TOO_LONG };
    return { line: this.line, text };
  }
}

function splitBytes(block: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let from = 0;
  for (let at = block.indexOf(NEWLINE); at !== -1; at = block.indexOf(NEWLINE, from)) {
    lines.push(block.subarray(from, at));
    from = at + 1;
  }
  lines.push(block.subarray(from));
  return lines;
}
