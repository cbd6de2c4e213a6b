// Owns the upstream of all contenders, a process of its own: PeerTube's search on two ports, one that answers at once and
// one after 20 ms. It speaks just enough HTTP/1.1 over plain sockets to cost little beside what is measured.
// Run by processes.ts; prints where it serves, and tells over IPC how many requests it has seen.
import { createServer, type Socket } from 'node:net';
import { ITEMS_DEFAULT, ITEMS_MAX, pageBody } from './page.ts';

const SLOW_MS = 20;
const HEAD_BYTES_MAX = 16_384; // A request beyond this is a mistake of the harness.
const HEAD_END = '\r\n\r\n';

let seen = 0;

function answerOf(items: number): Buffer {
  const body = pageBody(items);
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}`;
  return Buffer.concat([Buffer.from(head + HEAD_END), body]);
}

const answers = Array.from({ length: ITEMS_MAX + 1 }, (_, items) => answerOf(items));

/** The page that the request line asks for. */
function answerTo(head: string): Buffer {
  const line = head.slice(0, head.indexOf('\r\n'));
  if (!line.startsWith('GET /api/v1/search/videos?')) throw new Error(`not a search: ${line}`);
  const count = /[?&]count=(\d+)/.exec(line)?.[1];
  return answers[count === undefined ? ITEMS_DEFAULT : Number(count)]!;
}

/** Requests without bodies, one after the other, as every contender sends them. */
function serve(socket: Socket, delayMs: number): void {
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
      const answer = answerTo(head);
      if (delayMs === 0) send(answer, isLast);
      else setTimeout(send, delayMs, answer, isLast);
    }
    if (text.length > HEAD_BYTES_MAX) throw new Error('an endless request');
  });
}

function listen(delayMs: number): Promise<string> {
  const server = createServer((socket) => serve(socket, delayMs));
  return new Promise((resolve) => {
    // Every caller may hold a connection of its own.
    server.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 }, () => {
      const { port } = server.address() as { port: number };
      resolve(`http://127.0.0.1:${port}`);
    });
  });
}

process.on('message', () => process.send?.({ seen }));
process.on('disconnect', () => process.exit(0));
const [fast, slow] = await Promise.all([listen(0), listen(SLOW_MS)]);
process.stdout.write(`serves ${fast} and ${slow}\n`);
