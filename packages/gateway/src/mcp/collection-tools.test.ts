// What a tool says about a collection or a watch and its items fits together, whatever the gateway finds between the two reads.
import { expect, test } from 'vitest';
import { collectionTools } from './collection-tools.ts';
import type { ToolAnswer, ToolPort } from './tool-port.ts';
import type { ToolResult } from './tool-result.ts';
import { watchTools } from './watch-tools.ts';

const PATH = '/api/u1/v1/library/app/search_video_v2';
const ONE = { id: 'x_1', name: null, path: PATH, budget: {}, spent: {}, created_at: 'today' };

/** What is read of it, in the sequence of reads: with each of them it finds one more item, and the second is its last. */
function endingPort(ended: string): ToolPort {
  let reads = 0;
  const answer = (body: object) => ({ status: 200, body }) as ToolAnswer;
  const state = async () => {
    reads++;
    const one = { ...ONE, state: reads < 2 ? 'running' : ended, items: reads };
    return answer({ collection: one, watch: one });
  };
  const items = async () => {
    const found = Array.from({ length: ++reads }, (_, i) => ({
      number: i + 1,
      record: { platform: 'library', id: `v${i + 1}`, title: 'a', url: 'https://v.example/' },
    }));
    return answer({ items: found });
  };
  const port: Partial<ToolPort> = {
    free: ({ name }) => (name.endsWith('Items') ? items() : state()),
  };
  return port as ToolPort;
}

test.each([
  ['read_collection', 'collections', 'done'],
  ['what_is_new', 'watches', 'ended'],
])(
  '%s that tells the end gives all items: what is found between its reads is in the list',
  async (name, noun, ended) => {
    const tool = [...collectionTools, ...watchTools].find((one) => one.name === name)!;
    const user = { canBeAsked: false, reply: null };
    const call = { given: { id: 'x_1' }, signal: new AbortController().signal, user };
    const { structuredContent } = (await tool.run(endingPort(ended), call)) as ToolResult;
    // biome-ignore lint/suspicious/noExplicitAny: the facts of both tools.
    const facts = structuredContent as any;
    const [{ items }] = facts[noun];
    expect(facts.items.length).toBeGreaterThanOrEqual(items);
    expect(facts.items).toHaveLength(2);
  },
);
