// A subscription of an agent ends with its acknowledgement, so that it takes no place from later ones.
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createProtocolServer } from '../mcp/protocol.ts';
import type { ToolPort } from '../mcp/tool-port.ts';
import { createMcpExchange, SUBSCRIPTIONS_MAX } from './mcp-exchange.ts';

const META = 'io.modelcontextprotocol/';
const VERSION = '2026-07-28';

const about = {
  ...{ name: 'test', version: '1' },
  onBug: (error: unknown) => {
    throw error;
  },
};
/** A subscription reads nothing of the gateway. */
const port = {} as ToolPort;

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
  const exchange = createMcpExchange({ load: async () => (of) => createProtocolServer(of, about) });
  const answered = new Map<string, number>();
  for (let id = 1; id <= SUBSCRIPTIONS_MAX + 5; id++) {
    const { status, text } = await exchange(...subscription(id), port);
    const kind = `${status} ${/"method":"[^"]*"|"error":.*/.exec(text)?.[0]}`;
    answered.set(kind, (answered.get(kind) ?? 0) + 1);
  }
  const acknowledged = '200 "method":"notifications/subscriptions/acknowledged"';
  expect(Object.fromEntries(answered)).toEqual({ [acknowledged]: SUBSCRIPTIONS_MAX + 5 });
});
