// `top` on a terminal: it redraws until the user stops it, and restores the screen.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeMetricsToken } from '../../secrets/metrics-token.ts';
import type { Storage } from '../../storage/storage.ts';
import { CliError, EXIT } from '../../terminal/world.ts';
import { TestCli } from '../testing/cli.ts';
import { FakeGateway } from '../testing/gateway.ts';

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

/** Runs on a terminal of this size until `isEnough` accepts a frame; returns everything that was written. */
async function watch(size: { columns: number; rows: number }, isEnough: (frame: string) => boolean) {
  const stop = Promise.withResolvers<void>();
  const frames: string[] = [];
  const { out } = cli.world;
  cli.world.out = (text) => {
    frames.push(text);
    if (isEnough(text)) stop.resolve();
    out(text);
  };
  cli.world.screen = { size: () => size, stopped: () => stop.promise };
  const { code, err } = await cli.run('top', '--every', '1');
  return { code, err, frames, stop };
}

const ENTERED = '\u001b[?1049h\u001b[?25l';
const LEFT = '\u001b[?25h\u001b[?1049l';

test('on a terminal it draws until it is stopped, no more than fits, and gives the screen back', async () => {
  const size = { columns: 20, rows: 4 };
  const { code, frames } = await watch(size, (frame) => frame.includes('calls'));
  expect(code).toBe(EXIT.ok);
  expect([frames[0], frames.at(-1)]).toEqual([ENTERED, LEFT]);
  const last = frames.at(-2)!;
  expect(last).toContain('calls     5/s, 0/s …');
  expect(last.match(/\n/g)).toHaveLength(3);
});

test('it goes on through a restart of the gateway', async () => {
  const { answer } = gateway;
  let isDown = false;
  gateway.answer = (seen, response, request) => {
    if (!isDown) return answer(seen, response, request);
    response.destroy();
  };
  const seen: string[] = [];
  const { code, frames } = await watch({ columns: 200, rows: 20 }, (frame) => {
    const state = ['asking again', 'answers again', 'calls  '].find((words) => frame.includes(words));
    if (state !== undefined) seen.push(state);
    isDown = seen.length === 1;
    return seen.length === 4;
  });
  expect(code).toBe(EXIT.ok);
  expect(seen).toEqual(['calls  ', 'asking again', 'answers again', 'calls  ']);
  expect(frames.at(-1)).toBe(LEFT);
});

test("a gateway that does not answer does not delay the user's stop", async () => {
  gateway.answer = () => {
    stopNow();
  };
  let stopNow = () => {};
  cli.world.screen = {
    size: () => ({ columns: 80, rows: 24 }),
    stopped: () =>
      new Promise((resolve) => {
        stopNow = resolve;
      }),
  };
  const { code, out } = await cli.run('top');
  expect(code).toBe(EXIT.ok);
  expect(out.endsWith(LEFT)).toBe(true);
});

test('a gateway that is not there at first is an error, after the screen was given back', async () => {
  await gateway.close();
  const { code, err, frames } = await watch({ columns: 80, rows: 24 }, () => false);
  expect(code).toBe(EXIT.unavailable);
  expect(err).toContain('cannot reach the admin listener');
  expect(frames.at(-1)).toBe(LEFT);
});

test('without a terminal it looks once and asks as the local operator', async () => {
  const { code, out } = await cli.run('top');
  expect(code).toBe(EXIT.ok);
  expect(out).toContain('calls     5/s, 0/s fail');
  expect(looks).toBe(2);
  expect(gateway.seen.every(({ authorization }) => authorization?.startsWith('Bearer '))).toBe(true);
});

describe('while the database is away', () => {
  const away = () => Promise.reject(new CliError('cannot use PostgreSQL at db: ECONNREFUSED'));

  test('it watches the node on this machine by the token in its folder, and says that it shows one node', async () => {
    cli.world.control = away;
    writeMetricsToken(cli.world.config(null).dataDir, 'rgw_x');
    const { code, out } = await cli.run('top');
    expect(code).toBe(EXIT.ok);
    expect(out).toMatch(/^shows +one node; .*because the database does not answer$/m);
    expect(out).toContain('calls     5/s, 0/s fail');
    expect(new Set(gateway.seen.map(({ authorization }) => authorization))).toEqual(
      new Set(['Bearer rgw_x']),
    );
    expect(JSON.parse((await cli.run('top', '--json')).out)).toMatchObject({ nodes: null });
  });

  test('where no node has served, it says what is away', async () => {
    cli.world.control = away;
    expect(await cli.run('top')).toMatchObject({
      code: EXIT.unavailable,
      err: expect.stringContaining('cannot use PostgreSQL'),
    });
  });
});

test('it says how many nodes there are beside the one that it shows', async () => {
  expect((await cli.run('top')).out).toMatch(/^shows +the only node$/m);
  const second = await cli.open(true);
  writeMetricsToken(cli.world.config(null).dataDir, 'rgw_x');
  expect((await cli.run('top')).out).toMatch(/^shows +one node of 2$/m);
  await second.close();
});

test('a token of a gateway that has ended does not make one that runs', async () => {
  writeMetricsToken(cli.world.config(null).dataDir, 'rgw_x');
  await node.close();
  expect(await cli.run('top')).toMatchObject({
    code: EXIT.unavailable,
    err: expect.stringContaining('no gateway runs on this data'),
  });
  node = await cli.open(true);
});

test('a ledger with differences is reported on the screen', async () => {
  gateway.answer = (_seen, response) => response.end('reelgate_ledger_differences 2\n');
  const { out } = await cli.run('top');
  expect(out).toContain('THE LEDGER HAS 2 DIFFERENCES');
  expect(out).toContain('THE LEDGER IS AWAY');
});
