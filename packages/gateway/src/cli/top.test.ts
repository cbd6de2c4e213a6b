// Proves `top` as a terminal has it: frames written over each other until somebody stops it, and the screen as it was afterwards.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Storage } from '../storage/storage.ts';
import { TestCli } from './testing-cli.ts';
import { FakeGateway } from './testing-gateway.ts';
import { EXIT } from './world.ts';

let cli: TestCli;
let gateway: FakeGateway;
let node: Storage;
let looks: number;

beforeEach(async () => {
  cli = new TestCli();
  looks = 0;
  gateway = new FakeGateway((_seen, response) => {
    looks++;
    cli.nowMs += 1_000;
    response.end(`reelgate_calls_total{variant="stable",outcome="ok"} ${looks * 5}\nreelgate_storage_up 1\n`);
  });
  await gateway.open(cli);
  const { port } = new URL(cli.world.config(null).service.publicUrl);
  cli.write('reelgate.yaml', `service: { admin: "127.0.0.1:${port}" }\n`);
  node = await cli.open(true);
});
afterEach(async () => {
  await node.close();
  await gateway.close();
  await cli.close();
});

test('on a terminal it draws until it is stopped, no more lines than there are, and gives the screen back', async () => {
  const stop = Promise.withResolvers<void>();
  const frames: string[] = [];
  const { out } = cli.world;
  cli.world.out = (text) => {
    frames.push(text);
    if (text.startsWith('\u001b[H')) stop.resolve();
    out(text);
  };
  cli.world.screen = { size: () => ({ columns: 80, rows: 4 }), stopped: () => stop.promise };
  expect((await cli.run('top', '--every', '1')).code).toBe(EXIT.ok);
  expect([frames[0], frames.at(-1)]).toEqual(['\u001b[?1049h\u001b[?25l', '\u001b[?25h\u001b[?1049l']);
  expect(frames[1]).toContain('calls     5/s');
  expect(frames[1]!.match(/\n/g)).toHaveLength(3);
});

test('without a terminal it looks once and asks as the local operator', async () => {
  const { code, out } = await cli.run('top');
  expect(code).toBe(EXIT.ok);
  expect(out).toContain('calls     5/s, 0/s fail');
  expect(looks).toBe(2);
  expect(gateway.seen.every(({ authorization }) => authorization?.startsWith('Bearer '))).toBe(true);
});

test('a ledger that does not add up stands on the screen', async () => {
  gateway.answer = (_seen, response) => response.end('reelgate_ledger_differences 2\n');
  const { out } = await cli.run('top');
  expect(out).toContain('THE LEDGER HAS 2 DIFFERENCES');
  expect(out).toContain('THE LEDGER IS AWAY');
});
