// How a command goes on in the pinned Node, with the same input, output, signals and exit code, and never outlives whoever called it:
// a supervisor that kills the process that it started must not leave a gateway behind that keeps the ports. Loads on Node 20.
import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/** Where the pinned Node finds the pipe that closes with its launcher. */
const PIPE_VARIABLE = 'REELGATE_LAUNCHER_PIPE';
/** The first behind input, output and errors. */
const PIPE_FD = 3;
const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Node has exec since 22.15 and 23.11, and not on Windows; the process is then the pinned Node itself. */
export function handOver(pinned) {
  if (typeof process.execve === 'function' && process.platform !== 'win32')
    process.execve(pinned, [pinned, ...process.argv.slice(1)], process.env);
  else launch(pinned);
}

function launch(pinned) {
  const child = spawn(pinned, process.argv.slice(1), {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, [PIPE_VARIABLE]: String(PIPE_FD) },
  });
  for (const signal of PASSED_ON) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    for (const passed of PASSED_ON) process.removeAllListeners(passed);
    // As it ended, so does this one: a supervisor sees the signal.
    process.kill(process.pid, signal);
  });
}

/**
 * Stops when the launcher is gone, however it went: a kill -9 cannot be passed on, but its end of the pipe closes. A gateway drains as at
 * any signal, and takes no new connection from then on; a command ends.
 */
export function endWithLauncher() {
  const fd = process.env[PIPE_VARIABLE];
  if (fd === undefined) return;
  // Workers have their own reasons to end.
  delete process.env[PIPE_VARIABLE];
  new Socket({ fd: Number(fd), readable: true, writable: false })
    .on('error', () => {})
    .on('close', () => process.kill(process.pid, 'SIGTERM'))
    .resume()
    .unref();
}
