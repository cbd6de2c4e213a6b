// The entry point of a gateway process that dies on purpose; only tests start it. It wraps the gateway's storage, transport and sockets in
// crash points, and runs a platform that keeps its own journal. The parent sends messages when to sweep, when to release slow answers, and
// when to stop.

import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { assembleGateway } from '../../assemble/assemble.ts';
import { openStorage } from '../../assemble/core.ts';
import { type Intervals, systemIntervals } from '../../domain/clock.ts';
import { inBackground } from '../../domain/in-background.ts';
import { SWEEP_INTERVAL_MS } from '../../domain/limits.ts';
import { listenUrl } from '../../domain/network/listen-url.ts';
import { createLog, silentLog } from '../../observe/log.ts';
import { inTurns } from '../../storage/sqlite/testing/backend.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Transport } from '../../upstream/upstream.ts';
import type { Command, CrashSettings, Report } from './crash-child.ts';
import { configOf, crashPorts } from './crash-gateway.ts';
import { JournaledPlatform } from './crash-platform.ts';
import { CrashPoints, die } from './crash-points.ts';
import { watchStatements } from './crash-sqlite.ts';

const settings = JSON.parse(process.argv[2]!) as CrashSettings;
const points = CrashPoints.ofEnvironment();
const tell = (report: Report) => process.send!(report);

/** The sweep of the gateway's own jobs, and other frequent jobs. They run when the parent says so, instead of every five seconds. */
const sweeps: (() => Promise<void>)[] = [];
const intervals: Intervals = (everyMs, work) => {
  if (everyMs !== SWEEP_INTERVAL_MS) return systemIntervals(everyMs, work);
  sweeps.push(work);
  return () => {};
};

/** Recovery is the expiry at a start: it runs before the first call is served. */
let isServing = false;

function aroundStorage(storage: Storage): Storage {
  const { open, openSettled, settle, release, expire } = storage.calls;
  const around =
    <I, R>(
      verb: (input: I) => Promise<R>,
      name:
        | 'open'
        | 'openSettled'
        | 'settle'
        | 'release'
        | 'complaint'
        | 'state'
        | 'begin'
        | 'gathered'
        | 'found',
    ) =>
    async (input: I): Promise<R> => {
      points.reach(`before ${name}`);
      const result = await verb(input);
      points.reach(`after ${name}`);
      return result;
    };
  return {
    ...storage,
    complaints: { ...storage.complaints, file: around(storage.complaints.file, 'complaint') },
    collections: {
      ...storage.collections,
      beginPage: around(storage.collections.beginPage, 'begin'),
      nextPage: around(storage.collections.nextPage, 'begin'),
    },
    watches: { ...storage.watches, beginRun: around(storage.watches.beginRun, 'begin') },
    gathered: { ...storage.gathered, settle: around(storage.gathered.settle, 'gathered') },
    found: { ...storage.found, read: around(storage.found.read, 'found') },
    walkStates: { ...storage.walkStates, put: around(storage.walkStates.put, 'state') },
    calls: {
      ...storage.calls,
      open: around(open, 'open'),
      openSettled: around(openSettled, 'openSettled'),
      settle: around(settle, 'settle'),
      release: around(release, 'release'),
      async expire(input) {
        const name = isServing ? 'expiry' : 'recovery';
        points.reach(`before ${name}`);
        const result = await expire({ holdTtlMs: settings.holdTtlMs ?? input.holdTtlMs });
        points.reach(`after ${name}`);
        return result;
      },
    },
  };
}

function aroundTransport(transport: Transport): Transport {
  return async (...asked) => {
    points.reach('before upstream');
    const answer = await transport(...asked);
    points.reach('after upstream');
    return answer;
  };
}

/** On the socket itself, because answers leave in two ways: through Node's responses, and past them. */
function watchAnswers(): void {
  subscribe('net.server.socket', (message) => watchSocket((message as { socket: Socket }).socket));
}

/** Fewer bytes than the shortest body has. */
const MISSING_BYTES = 20;

type WriteArguments = [piece: string | Uint8Array, encoding?: unknown, callback?: unknown];

/** Holds back the chunks of a billed answer until it is complete, so that there is a moment before its first byte and one in the middle of it. */
function watchSocket(socket: Socket): void {
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  let pieces: Buffer[] = [];
  socket.write = ((...given: WriteArguments) => {
    const [piece, encoding] = given;
    const bytes = Buffer.from(
      piece as string,
      typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8',
    );
    if (pieces.length === 0) {
      if (!isPaid(bytes)) return write(...given);
      points.reach('before first byte');
    }
    pieces.push(bytes);
    const answer = Buffer.concat(pieces);
    if (answer.length < lengthOf(answer)) return true;
    pieces = [];
    if (points.strikes('mid-body')) return write(answer.subarray(0, answer.length - MISSING_BYTES), die);
    const sent = given.find((one) => typeof one === 'function') as ((error?: Error) => void) | undefined;
    return write(answer, (error?: Error) => {
      points.reach('after last byte');
      sent?.(error);
    });
  }) as Socket['write'];
}

/** Answers that a client may have paid for, now or when they were first given. */
function isPaid(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  return text.startsWith('HTTP/1.1 200 ') && text.includes('\r\nx-reelgate-charged: ');
}

/** Total length of an answer whose head is complete. */
function lengthOf(answer: Buffer): number {
  const headEnd = answer.indexOf('\r\n\r\n') + 4;
  const announced = /\r\ncontent-length: (\d+)\r\n/i.exec(answer.toString('latin1', 0, headEnd))![1];
  return headEnd + Number(announced);
}

async function serve(): Promise<void> {
  const config = configOf(settings);
  const platform = new JournaledPlatform(settings.journal, (keyword) => tell({ kind: 'asked', keyword }));
  platform.isHealed = settings.isHealed ?? false;
  // Loaded only when needed, like the backend itself.
  if (config.storage.kind === 'postgres') (await import('./crash-postgres.ts')).watchConnections(points);
  watchAnswers();
  const ports = crashPorts(platform);
  const gateway = await assembleGateway(config, {
    ...ports,
    intervals,
    log: settings.logs === true ? createLog('warn') : silentLog,
    transports: { 'scripted:': aroundTransport(ports.transports['scripted:']) },
    openStorage: async (config, ports, opening) =>
      aroundStorage(await openStorage(config, ports, { ...opening, place: inTurns() })),
  });
  isServing = true;
  if (config.storage.kind === 'sqlite') watchStatements(points, ' on the loop');
  const listening = await gateway.listen();
  const commands: Record<Command, () => Promise<void>> = {
    sweep: async () => {
      for (const work of sweeps) await work();
    },
    'let go': async () => platform.letGo(),
    drain: () => gateway.drain(),
  };
  const obey = async (command: Command) => {
    await commands[command]();
    tell({ kind: 'done', command });
    if (command === 'drain') process.disconnect?.();
  };
  process.on('message', (command: Command) => inBackground(obey(command)));
  tell({
    kind: 'serving',
    url: listenUrl(listening.public),
    adminUrl: listenUrl(listening.admin),
    firstStart: listening.firstStart,
  });
}

await serve();
