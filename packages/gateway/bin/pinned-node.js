// The Node that npm installs beside this package: where its program is, and whether it is the one that was released. The hashes are in
// pinned-node.json, which `npm run pinned-node` writes. Must load on Node 20.
import { closeSync, mkdirSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const CHUNK_BYTES = 1 << 20;
const CHECKED = fileURLToPath(new URL('../../../node_modules/.cache/reelgate/pinned-node', import.meta.url));

/** The program and the hash that it must have. null where npm did not install it, or has none for this platform. */
export function pinnedNode() {
  const all = JSON.parse(readFileSync(new URL('./pinned-node.json', import.meta.url), 'utf8'));
  const pinned = all[`${process.platform}-${process.arch}`];
  if (pinned === undefined) return null;
  try {
    const program = require.resolve(`${pinned.package}/${pinned.program}`);
    return { program, sha256: pinned.sha256 };
  } catch {
    return null;
  }
}

/** Says what is wrong with the program; null when it is the one that was released. */
export function faultOf({ program, sha256 }, checked = CHECKED) {
  const state = stateOf(program, sha256);
  if (readOr(checked, '') === state) return null;
  const found = sha256Of(program);
  if (found !== sha256) return faultText(program, found, sha256);
  remember(checked, state);
  return null;
}

/** Changes whenever the file does: the system sets the time of change itself. Hashing 150 MB at every start would take 0.15 s of CPU. */
function stateOf(program, sha256) {
  const { size, mtimeMs, ctimeMs, ino } = statSync(program);
  return `${sha256} ${program} ${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}

function readOr(file, otherwise) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}

/** Where the folder cannot be written, the next start hashes the program again. */
function remember(file, state) {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, state);
  } catch {}
}

function sha256Of(file) {
  // Loaded here because most starts do not hash.
  const hash = require('node:crypto').createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const fd = openSync(file, 'r');
  try {
    for (let read = readSync(fd, chunk); read > 0; read = readSync(fd, chunk))
      hash.update(chunk.subarray(0, read));
  } finally {
    closeSync(fd);
  }
  return hash.digest('hex');
}

const faultText = (program, found, expected) =>
  `${program} is not the Node that reelgate was released with, so it is not used. ` +
  `Its SHA-256 is ${found}, and should be ${expected}. Install reelgate again from a source that you trust, ` +
  'or install it with --omit=optional and run it on the Node of this machine, 26 or newer';
