// A subscription of an agent ends with its acknowledgement, so that it takes no place from later ones.
import type { IncomingMessage } from 'node:http';
import { Server } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import type { ToolPort } from '../../mcp/tool-port.ts';
import { createMcpExchange, SUBSCRIPTIONS_MAX } from './mcp-exchange.ts';

const META = 'io.modelcontextprotocol/';
const VERSION = '2026-07-28';

/**
 * It announces changes of its tools, which the gateway's own server does not do yet: the SDK ends a subscription to nothing by itself, and
 * keeps one to these changes open.
 */
const announcing = () =>
  new Server({ name: 'test', version: '1' }, { capabilities: { tools: { listChanged: true } } });
/** A subscription reads nothing of the gateway. */
const asked = { port: {} as ToolPort, choice: { isShort: true, full: new Set<string>() } };

function subscription(id: number): [IncomingMessage, object] {
  const _meta = {
    [`${META}protocolVersion`]: VERSION,
    [`${META}clientInfo`]: { name: 'test', version: '1' },
    [`${META}clientCapabilities`]: {},
  };
  const method = 'subscriptions/listen';
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': VERSION,
    'mcp-method': method,
  };
  const params = { notifications: { toolsListChanged: true }, _meta };
  return [{ url: '/mcp', headers } as unknown as IncomingMessage, { jsonrpc: '2.0', id, method, params }];
}

test('more subscriptions are acknowledged than may be open at one time: each is closed after its acknowledgement', async () => {
  const exchange = createMcpExchange({ load: async () => announcing });
  const answered = new Map<string, number>();
  for (let id = 1; id <= SUBSCRIPTIONS_MAX + 5; id++) {
    const { status, text } = await exchange(...subscription(id), asked);
    const kind = `${status} ${/"method":"[^"]*"|"error":.*/.exec(text)?.[0]}`;
    answered.set(kind, (answered.get(kind) ?? 0) + 1);
  }
  const acknowledged = '200 "method":"notifications/subscriptions/acknowledged"';
  expect(Object.fromEntries(answered)).toEqual({ [acknowledged]: SUBSCRIPTIONS_MAX + 5 });
});

test('tools that could not be loaded once are loaded with the next message', async () => {
  let loads = 0;
  const exchange = createMcpExchange({
    load: async () => {
      if (++loads === 1) throw new Error('too many open files');
      return announcing;
    },
  });
  await expect(exchange(...subscription(1), asked)).rejects.toThrow('too many open files');
  expect((await exchange(...subscription(2), asked)).status).toBe(200);
  expect(loads).toBe(2);
});
