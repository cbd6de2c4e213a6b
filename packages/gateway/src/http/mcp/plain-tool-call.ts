// The fast path of a tool call: a message that is a call of one tool and nothing else is read and answered here. All
// other messages, and all invalid ones, go to the protocol's SDK, which takes longer for one message than the ledger
// does for a whole search. A test compares the answers of both.
import type { IncomingHttpHeaders } from 'node:http';
import { callTool, tools } from '../../mcp/call-tool.ts';
import { canShowForms } from '../../mcp/confirmation.ts';
import type { Arguments } from '../../mcp/tool.ts';
import type { ToolPort } from '../../mcp/tool-port.ts';
import type { ToolResult } from '../../mcp/tool-result.ts';
import { JSON_TYPE } from '../answers/answer-form.ts';

/** The revision without sessions, in which every message names its client. */
const NEWER = '2026-07-28';
/** Earlier revisions, whose answers are a stream with one event. */
const OLDER = ['2025-11-25', '2025-06-18', '2025-03-26'];

const PREFIX = 'io.modelcontextprotocol/';
const CLIENT_INFO = `${PREFIX}clientInfo`;
const CAPABILITIES = `${PREFIX}clientCapabilities`;
const REVISION = `${PREFIX}protocolVersion`;
const NEWER_META = [REVISION, CLIENT_INFO, CAPABILITIES, 'progressToken'];

const NAMES: ReadonlySet<unknown> = new Set(tools.map(({ name }) => name));
/** Never aborted: over HTTP a cancelled call is a closed connection, which the port detects. */
const NEVER = new AbortController().signal;

interface PlainToolCall {
  id: string | number;
  name: string;
  given: Arguments;
  isNewer: boolean;
  /** True when the client can show a form. */
  canBeAsked: boolean;
}

type Fields = Record<string, unknown>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasOnly(value: unknown, names: readonly string[]): value is Fields {
  return isObject(value) && Object.keys(value).every((name) => names.includes(name));
}

/** null for a message that the SDK must handle. */
export function readPlainToolCall(message: unknown, headers: IncomingHttpHeaders): PlainToolCall | null {
  if (!hasOnly(message, ['jsonrpc', 'id', 'method', 'params'])) return null;
  const { jsonrpc, id, method, params } = message;
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isId(id)) return null;
  if (!hasOnly(params, ['name', 'arguments', '_meta']) || !NAMES.has(params.name)) return null;
  const { name, arguments: given = {}, _meta: meta = {} } = params;
  if (!isObject(given) || !isObject(meta)) return null;
  if (meta.progressToken !== undefined && !isId(meta.progressToken)) return null;
  const call = { id, name: name as string, given };
  if (isNewer(headers, meta, name)) {
    return { ...call, isNewer: true, canBeAsked: canShowForms(meta[CAPABILITIES] as Fields) };
  }
  return isOlder(headers, meta) ? { ...call, isNewer: false, canBeAsked: false } : null;
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** Headers and message must agree. */
function isNewer(headers: IncomingHttpHeaders, meta: Fields, name: unknown): boolean {
  if (headers['mcp-protocol-version'] !== NEWER || meta[REVISION] !== NEWER) return false;
  if (headers['mcp-method'] !== 'tools/call' || headers['mcp-name'] !== name) return false;
  return hasOnly(meta, NEWER_META) && isClient(meta[CLIENT_INFO]) && areCapabilities(meta[CAPABILITIES]);
}

function isClient(info: unknown): boolean {
  if (info === undefined) return true;
  if (!isObject(info) || info.name === undefined || info.version === undefined) return false;
  return Object.entries(info).every(
    ([field, value]) => ['name', 'version', 'title'].includes(field) && typeof value === 'string',
  );
}

/** Only the capability for forms matters here. */
function areCapabilities(capabilities: unknown): boolean {
  if (!hasOnly(capabilities, ['elicitation', 'roots', 'sampling'])) return false;
  return Object.values(capabilities).every(
    (one) => isObject(one) && Object.values(one).every((part) => hasOnly(part, [])),
  );
}

function isOlder(headers: IncomingHttpHeaders, meta: Fields): boolean {
  const { accept = '', 'mcp-protocol-version': revision } = headers;
  if (!OLDER.includes(String(revision)) || !hasOnly(meta, ['progressToken'])) return false;
  return accept.includes('application/json') && accept.includes('text/event-stream');
}

interface PlainToolAnswer {
  type: string;
  text: string;
}

/** null when the user must be asked first, which only the SDK can do. Nothing was bought in that case. */
export async function answerPlainToolCall(
  port: ToolPort,
  { id, name, given, isNewer, canBeAsked }: PlainToolCall,
  about: { server: { name: string; version: string }; onBug(error: unknown): void },
): Promise<PlainToolAnswer | null> {
  const call = { given, signal: NEVER, user: { canBeAsked, reply: null } };
  const outcome = await callTool(port, name, call, about.onBug);
  if ('question' in outcome) return null;
  if (isNewer) {
    const _meta = { ...(outcome as ToolResult)._meta, [`${PREFIX}serverInfo`]: about.server };
    const result = { ...outcome, resultType: 'complete', _meta };
    return { type: JSON_TYPE, text: JSON.stringify({ jsonrpc: '2.0', id, result }) };
  }
  const event = JSON.stringify({ jsonrpc: '2.0', id, result: outcome });
  return { type: 'text/event-stream', text: `event: message\ndata: ${event}\n\n` };
}
