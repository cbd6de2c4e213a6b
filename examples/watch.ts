// Prints what is new for a keyword, each item once, also over restarts: the number of the last item is kept in a file. Ends with Ctrl-C;
// the watch goes on at the gateway. Run: REELGATE_URL=… REELGATE_KEY=… node watch.ts KEYWORD
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isReelgateError, Reelgate } from 'reelgate-client';

export async function watchKeyword(
  place: { baseUrl: string; apiKey: string },
  keyword: string,
  file: string,
  print: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { watches } = new Reelgate(place);
  // The same request id gives the same watch, so a restart does not start a second one.
  const { watch, items } = await watches.create(
    {
      path: '/api/u1/v1/library/app/search_video_v2',
      query: { keyword },
      every: '6h',
      pages_max: 5,
      baseline: 'deliver',
      budget: { month: '1.00' },
    },
    { requestId: `watch ${keyword}`.replaceAll(/[^!-~]/g, (char) => encodeURIComponent(char)) },
  );
  print(
    `${watch.id}: next run at ${watch.next_run_at}, at most ${watch.run_most_cost} ${watch.currency} a run and ${watch.most_cost} a month`,
  );
  const after = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  try {
    for await (const { number, record } of items({ after, ...(signal && { signal }) })) {
      print(`${number}. ${record.title ?? '(no title)'}  ${record.url ?? ''}`);
      writeFileSync(file, String(number));
    }
  } catch (error) {
    if (!isReelgateError(error) || error.code !== 'ABORTED') throw error;
  }
}

if (import.meta.main) {
  const { REELGATE_URL: baseUrl = 'http://127.0.0.1:8080', REELGATE_KEY: apiKey = '' } = process.env;
  const [keyword = 'cat'] = process.argv.slice(2);
  const stop = new AbortController();
  process.on('SIGINT', () => stop.abort());
  await watchKeyword(
    { baseUrl, apiKey },
    keyword,
    `watch-${keyword}.txt`,
    (line) => console.log(line),
    stop.signal,
  );
}
