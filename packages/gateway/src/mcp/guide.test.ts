// The snippets of the guide for agents: each is valid for its client, and names the gateway and the key as elsewhere.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tools } from './call-tool.ts';

const guide = readFileSync(path.join(import.meta.dirname, '../../../../docs/guides/agents.md'), 'utf8');
const URL_HERE = 'http://127.0.0.1:8080/mcp';

/** The code block after the line that names the client. */
function snippet(client: string): string {
  const after = guide.slice(guide.indexOf(`\n${client}`));
  return /```\w+\n([\s\S]*?)```/.exec(after)![1]!;
}

/** Tables of plain strings, as the snippet has them. */
function readToml(text: string): Record<string, Record<string, string>> {
  const tables: Record<string, Record<string, string>> = {};
  let table: Record<string, string> = {};
  for (const line of text.trim().split('\n')) {
    const name = /^\[([\w.]+)\]$/.exec(line)?.[1];
    const [, field, value] = /^(\w+) = "([^"]*)"$/.exec(line) ?? [];
    if (name !== undefined) table = tables[name] = {};
    else if (field !== undefined) table[field] = value!;
    else throw new Error(`not understood: ${line}`);
  }
  return tables;
}

test('Claude Code: the command adds the address with the key', () => {
  expect(snippet('Claude Code:').trim()).toBe(
    `claude mcp add --transport http reelgate ${URL_HERE} --header "Authorization: Bearer $REELGATE_KEY"`,
  );
});

test('Cursor: the file names the address and the key', () => {
  expect(JSON.parse(snippet('Cursor,'))).toEqual({
    mcpServers: { reelgate: { url: URL_HERE, headers: { Authorization: 'Bearer ${env:REELGATE_KEY}' } } },
  });
});

test('VS Code: the file asks for the key', () => {
  const { servers, inputs } = JSON.parse(snippet('VS Code,'));
  expect(servers.reelgate).toEqual({
    type: 'http',
    url: URL_HERE,
    headers: { Authorization: `Bearer \${input:${inputs[0].id}}` },
  });
  expect(inputs[0]).toMatchObject({ type: 'promptString', password: true });
});

test('Codex: the file names the address and where the key is', () => {
  expect(readToml(snippet('Codex,'))).toEqual({
    'mcp_servers.reelgate': { url: URL_HERE, bearer_token_env_var: 'REELGATE_KEY' },
  });
});

test('Claude Desktop: the file starts the command with its environment', () => {
  const { reelgate } = JSON.parse(snippet('Claude Desktop,')).mcpServers;
  expect([reelgate.command, ...reelgate.args.slice(-2)]).toEqual(['npx', 'reelgate', 'mcp']);
  expect(Object.keys(reelgate.env)).toEqual(['REELGATE_URL', 'REELGATE_KEY']);
});

test('the table lists every tool, in order', () => {
  const named = [...guide.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(named).toEqual(tools.map(({ name }) => name));
});
