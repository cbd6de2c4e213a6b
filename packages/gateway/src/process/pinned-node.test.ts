// The Node that npm installs beside the command: it is used only when it is, byte for byte, the one that was released.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodePackages, readPinned } from '../../pack/write-pinned-node.ts';

const BIN = path.join(import.meta.dirname, '../../bin');
const EXIT_UNAVAILABLE = 3;

const pinned = readPinned()[`${process.platform}-${process.arch}`];
/** The tests run on the pinned Node, unless the machine brought its own. */
const isPinnedHere =
  pinned !== undefined && process.execPath.includes(`${path.sep}${pinned.package}${path.sep}`);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'reelgate-pinned-node-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** An install whose gateway only says that it ran, with a copy of the Node that runs this test; returns that copy. */
function install(): string {
  const installed = path.join(folder, 'node_modules/reelgate');
  cpSync(BIN, path.join(installed, 'bin'), { recursive: true });
  mkdirSync(path.join(installed, 'dist/cli'), { recursive: true });
  writeFileSync(path.join(installed, 'package.json'), '{"type":"module"}');
  const ran = 'export const answerAtOnce = () => (console.log("ran"), 0);';
  writeFileSync(path.join(installed, 'dist/cli/answer-at-once.js'), ran);
  const program = path.join(folder, 'node_modules', pinned!.package, pinned!.program);
  cpSync(process.execPath, program);
  return program;
}

function run(program: string): { code: number | null; said: string } {
  const command = path.join(folder, 'node_modules/reelgate/bin/reelgate.js');
  const { status, stdout, stderr } = spawnSync(program, [command, '--version'], { encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}

/** Changes the last byte, which no run reads. */
function changeByte(program: string): void {
  const at = statSync(program).size - 1;
  const byte = Buffer.alloc(1);
  const fd = openSync(program, 'r+');
  readSync(fd, byte, 0, 1, at);
  writeSync(fd, Buffer.of(byte[0]! ^ 1), 0, 1, at);
  closeSync(fd);
}

test.runIf(isPinnedHere)(
  'the released Node runs; with one byte changed it is refused with both hashes',
  () => {
    const program = install();
    expect(run(program)).toEqual({ code: 0, said: 'ran\n' });
    const checked = path.join(folder, 'node_modules/.cache/reelgate/pinned-node');
    expect(readFileSync(checked, 'utf8')).toContain(pinned!.sha256);
    // It was found good once; the change is noticed all the same.
    changeByte(program);
    const refused = run(program);
    expect(refused.code).toBe(EXIT_UNAVAILABLE);
    expect(refused.said).toMatch(/^reelgate: .* is not the Node that reelgate was released with/);
    expect(refused.said).toContain(`should be ${pinned!.sha256}`);
    expect(refused.said).not.toContain('ran');
  },
);

test.runIf(isPinnedHere)(
  'a changed Node beside the command does not matter to who runs it on another one',
  () => {
    changeByte(install());
    expect(run(process.execPath)).toEqual({ code: 0, said: 'ran\n' });
  },
);

test('the hashes of programs are those of the packages in the lockfile: else run "npm run pinned-node"', () => {
  const locked = Object.entries(nodePackages()).map(([platform, one]) => [platform, one.integrity]);
  const known = Object.entries(readPinned()).map(([platform, { integrity }]) => [platform, integrity]);
  expect(known).toEqual(locked);
  expect(known.length).toBe(5);
});

test('every platform has the same version of Node, in the lockfile and in the package', () => {
  const versions = new Set(Object.values(nodePackages()).map(({ version }) => version));
  const own = JSON.parse(readFileSync(path.join(BIN, '../package.json'), 'utf8'));
  expect([...versions]).toEqual([...new Set(Object.values(own.optionalDependencies))]);
  expect(versions.size).toBe(1);
});
