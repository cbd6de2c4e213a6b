// Messages of the tools for agents: one question without a request id, and how its answer is read. It sends nothing and judges nothing.
import { idsIn, nonceIn } from './client.ts';
import type { ClientEvent } from './journal.ts';

/** Both are tested: a closed connection cancels a call in the newer revision, and means nothing in the older. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

const META = 'io.modelcontextprotocol/';

/** The path of the route that a tool buys; tools buy no other variant. */
export const toolPath = (platform: string): string => `/api/u1/v1/${platform}/app/search_video_v2`;

/** A repeat has another message number, as with every client of this protocol. */
export function toolMessage(n: number, revision: Revision, platform: string, query: string): object {
  const _meta = { [`${META}protocolVersion`]: revision, [`${META}clientCapabilities`]: {} };
  const params = { name: 'find_videos', arguments: { platform, keyword: query } };
  const isNewer = revision === '2026-07-28';
  return { jsonrpc: '2.0', id: n, method: 'tools/call', params: isNewer ? { ...params, _meta } : params };
}

export function toolHeaders(revision: Revision): Record<string, string> {
  return {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': revision,
    ...(revision === '2026-07-28' && { 'mcp-method': 'tools/call', 'mcp-name': 'find_videos' }),
  };
}

interface ToolResult {
  isError?: boolean;
  structuredContent?: { request_id: string; charged: string; repeated: boolean };
  _meta?: { 'reelgate/problem'?: { code?: string; status?: number; price?: string } };
}

/** A tool reports its failure in a complete answer of status 200. */
export function describeToolAnswer(text: string): Partial<ClientEvent> & Pick<ClientEvent, 'type'> {
  const message = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as { result?: ToolResult };
  const { isError, structuredContent: facts, _meta: meta } = message.result ?? {};
  if (isError === true || facts === undefined) {
    const { code = '', status = 500 } = meta?.['reelgate/problem'] ?? {};
    return { type: 'fail', status, code };
  }
  const nonce = nonceIn(text);
  return {
    type: 'ok',
    status: 200,
    id: facts.request_id,
    charged: facts.charged,
    replayed: facts.repeated,
    ...(nonce === undefined ? {} : { nonce }),
    ids: idsIn(text),
  };
}
