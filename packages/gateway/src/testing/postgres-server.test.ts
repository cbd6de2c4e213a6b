import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const SERVER = path.join(import.meta.dirname, 'postgres-server.ts');

/** A separate program that starts a server, runs `body`, and prints the server's pid. */
function program(body: string): Promise<{ code: number | null; out: string }> {
  const source = `
    const { startEmbeddedServer } = await import(${JSON.stringify(SERVER)});
    const server = await startEmbeddedServer();
    console.log(server.pid());
    ${body}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out })));
}

it('a program that used a PostgreSQL server ends with its own exit code', async () => {
  const { code } = await program('await server.stop(); process.exitCode = 3;');
  expect(code).toBe(3);
});

it('a server does not outlive the program that started it, even one that was killed', async () => {
  const { out } = await program("process.kill(process.pid, 'SIGKILL');");
  const pid = Number(out);
  expect(pid).toBeGreaterThan(0);
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
