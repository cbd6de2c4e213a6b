// A thread that runs a bundle again and again, each time as if it had just been started for it.
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction, constants } from 'node:vm';
import threads, { type Transferable } from 'node:worker_threads';

/** `begin` carries the `workerData` of the work. */
export type ToHost = { begin: unknown } | { message: unknown } | 'end';
export type FromHost = { said: unknown } | 'ended';

const port = threads.parentPort!;
const { bundle } = threads.workerData as { bundle: string };
const run = compileFunction(
  readFileSync(bundle, 'utf8'),
  ['exports', 'require', 'module', '__filename', '__dirname'],
  { filename: bundle, importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER },
);
const requireFromBundle = createRequire(bundle);
let work: EventEmitter | null = null;

/** The port of a thread that was started for this work alone. */
function portOfWork() {
  return Object.assign(new EventEmitter(), {
    postMessage: (said: unknown, transfer?: Transferable[]) =>
      port.postMessage({ said } satisfies FromHost, transfer ?? []),
    close() {
      work = null;
      port.postMessage('ended' satisfies FromHost);
    },
  });
}

function begin(workerData: unknown): void {
  const parentPort = portOfWork();
  work = parentPort;
  const ofWork = { ...threads, parentPort, workerData };
  const require = (name: string) => (name === 'node:worker_threads' ? ofWork : requireFromBundle(name));
  const module = { exports: {} };
  run(module.exports, require, module, bundle, path.dirname(bundle));
}

port.on('message', (message: ToHost) => {
  if (message === 'end') port.close();
  else if ('begin' in message) begin(message.begin);
  else work?.emit('message', message.message);
});
