// Walks a search to its end with the client package. After a crash, run it again: it continues where it was, and no page is paid twice.
// Run: REELGATE_URL=… REELGATE_KEY=… node walk-search.ts KEYWORD
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isReelgateError, Reelgate } from 'reelgate-client';

export async function walkSearch(
  place: { baseUrl: string; apiKey: string },
  keyword: string,
  file: string,
  print: (line: string) => void,
): Promise<void> {
  const { videos } = new Reelgate(place);
  if (!existsSync(file)) {
    const walk = videos.search({ platform: 'library', keyword }, { budget: '0.50' });
    // Saved before the first call: after a crash, only a saved id can be repeated.
    writeFileSync(file, walk.checkpoint());
  }
  const walk = videos.resume(readFileSync(file, 'utf8'));
  try {
    for await (const video of walk) {
      print(`${video.title ?? '(no title)'}  ${video.url ?? ''}`);
      writeFileSync(file, walk.checkpoint());
    }
    print(`${walk.end}, ${walk.spent} spent`);
    if (walk.end !== 'budget') rmSync(file);
  } catch (error) {
    if (!isReelgateError(error)) throw error;
    print(`${error.message}; next: ${error.next}`);
  }
}

if (import.meta.main) {
  const { REELGATE_URL: baseUrl = 'http://127.0.0.1:8080', REELGATE_KEY: apiKey = '' } = process.env;
  const [keyword = 'cat'] = process.argv.slice(2);
  await walkSearch({ baseUrl, apiKey }, keyword, `walk-${keyword}.json`, (line) => console.log(line));
}
