// Collects everything for a keyword into a file of JSON Lines. After a crash, run it again: it finds the same collection, and nothing is
// paid twice. Run: REELGATE_URL=… REELGATE_KEY=… node collect.ts KEYWORD
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { Reelgate } from 'reelgate-client';

export async function collect(
  place: { baseUrl: string; apiKey: string },
  keyword: string,
  file: string,
  print: (line: string) => void,
): Promise<void> {
  const { collections } = new Reelgate(place);
  const question = { path: '/api/u1/v1/library/app/search_video_v2', query: { keyword } };
  // The same request id gives the same collection, also after a crash before its id was known here.
  const made = await collections.create(
    { ...question, items_max: 500, budget: '2.00' },
    { requestId: `collect ${keyword}`.replaceAll(/[^!-~]/g, (char) => encodeURIComponent(char)) },
  );
  const { id, most_cost, currency } = made.collection;
  print(`${made.created ? 'started' : 'found'} ${id}: at most ${most_cost} ${currency}`);
  // Items are numbered without a gap, so the number of lines is the number of the last item.
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
  const onUpdate = ({ state, waiting_for }: { state: string; waiting_for: string | null }) => {
    if (state === 'waiting') print(`waits for ${waiting_for}`);
  };
  for await (const { record } of made.items({ after: lines, onUpdate })) {
    appendFileSync(file, `${JSON.stringify(record)}\n`);
  }
  const { state, end, items, charged } = await made.wait();
  print(`${state}: ${end}, ${items} items for ${charged} ${currency}`);
}

if (import.meta.main) {
  const { REELGATE_URL: baseUrl = 'http://127.0.0.1:8080', REELGATE_KEY: apiKey = '' } = process.env;
  const [keyword = 'cat'] = process.argv.slice(2);
  await collect({ baseUrl, apiKey }, keyword, `${keyword}.jsonl`, (line) => console.log(line));
}
