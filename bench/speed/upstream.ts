// The upstream of all contenders, a separate process: PeerTube's search and single videos on two ports, one that answers at once and one
// after 20 ms, and five more ports, each with its own videos. It implements just enough HTTP/1.1 over plain sockets to cost little compared
// with what is measured. Run by processes.ts; prints its addresses, and reports over IPC how many requests it has received.
import { createServer, type Socket } from 'node:net';
import { MANY_NAMES } from './contender.ts';
import { ITEMS_DEFAULT, ITEMS_MAX, pageBody, videoBody } from './page.ts';

const SLOW_MS = 20;
const HEAD_BYTES_MAX = 16_384; // A longer request is a mistake of the benchmark.
const HEAD_END = '\r\n\r\n';

let seen = 0;

function answerWith(body: Buffer): Buffer {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}`;
  return Buffer.concat([Buffer.from(head + HEAD_END), body]);
}

const pagesOf = (host?: string): Buffer[] =>
  Array.from({ length: ITEMS_MAX + 1 }, (_, items) => answerWith(pageBody(items, host)));

/** The page or the video that the request line asks for. */
function answerTo(head: string, pages: readonly Buffer[]): Buffer {
  const line = head.slice(0, head.indexOf('\r\n'));
  const video = /^GET \/api\/v1\/videos\/(\S+) /.exec(line)?.[1];
  if (video !== undefined) return answerWith(videoBody(video));
  if (!line.startsWith('GET /api/v1/search/videos?')) throw new Error(`not a search: ${line}`);
  const count = /[?&]count=(\d+)/.exec(line)?.[1];
  return pages[count === undefined ? ITEMS_DEFAULT : Number(count)]!;
}

/** Requests without bodies, one after the other, as every contender sends them. */
function serve(socket: Socket, pages: readonly Buffer[], delayMs: number): void {
  let text = '';
  const send = (answer: Buffer, isLast: boolean) => (isLast ? socket.end(answer) : socket.write(answer));
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    text += chunk;
    for (let end = text.indexOf(HEAD_END); end >= 0; end = text.indexOf(HEAD_END)) {
      const head = text.slice(0, end);
      text = text.slice(end + HEAD_END.length);
      seen++;
      const isLast = /\r\nconnection: close/i.test(head);
      const answer = answerTo(head, pages);
      if (delayMs === 0) send(answer, isLast);
      else setTimeout(send, delayMs, answer, isLast);
    }
    if (text.length > HEAD_BYTES_MAX) throw new Error('an endless request');
  });
}

function listen(pages: readonly Buffer[], delayMs: number): Promise<string> {
  const server = createServer((socket) => serve(socket, pages, delayMs));
  return new Promise((resolve) => {
    // Every caller may hold its own connection.
    server.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 }, () => {
      const { port } = server.address() as { port: number };
      resolve(`http://127.0.0.1:${port}`);
    });
  });
}

process.on('message', () => process.send?.({ seen }));
process.on('disconnect', () => process.exit(0));
const pages = pagesOf();
const [fast, slow] = await Promise.all([listen(pages, 0), listen(pages, SLOW_MS)]);
const many = await Promise.all(MANY_NAMES.map((name) => listen(pagesOf(`${name}.example`), 0)));
process.stdout.write(`serves ${fast} and ${slow} and ${many.join(',')}\n`);
