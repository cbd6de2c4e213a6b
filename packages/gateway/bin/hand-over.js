// Continues a command in the pinned Node, with the same input, output, signals and exit code. The child never
// outlives its launcher: a supervisor that kills the launcher must not leave a gateway behind that holds the ports.
// Must load on Node 20.
import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/** The environment variable with the file descriptor of a pipe that closes when the launcher ends. */
const PIPE_VARIABLE = 'REELGATE_LAUNCHER_PIPE';
/** The first descriptor after input, output and errors. */
const PIPE_FD = 3;
const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Node has exec since 22.15 and 23.11, but not on Windows. With it this process becomes the pinned Node. */
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
    // Ends with the same signal as the child, so that a supervisor sees it.
    process.kill(process.pid, signal);
  });
}

/**
 * Stops this process when the launcher is gone, for whatever reason: a kill -9 cannot be passed on, but its end of
 * the pipe closes. A gateway drains as on SIGTERM and takes no new connections; a command ends.
 */
export function endWithLauncher() {
  const fd = process.env[PIPE_VARIABLE];
  if (fd === undefined) return;
  // Removed for the workers: their primary stops them.
  delete process.env[PIPE_VARIABLE];
  new Socket({ fd: Number(fd), readable: true, writable: false })
    .on('error', () => {})
    .on('close', () => process.kill(process.pid, 'SIGTERM'))
    .resume()
    .unref();
}
