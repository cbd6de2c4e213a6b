// A process that walks a search and stores its checkpoint in a file after every item, for a test that kills it. Usage: node
// walking-child.ts URL FILE KEYWORD, with the key in REELGATE_KEY.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Reelgate } from '../index.ts';

const [url, file, keyword] = process.argv.slice(2) as [string, string, string];
const { videos } = new Reelgate({ apiKey: process.env.REELGATE_KEY!, baseUrl: url });

function keep(checkpoint: string): void {
  writeFileSync(`${file}.new`, checkpoint);
  renameSync(`${file}.new`, file);
}

// Stored before the first call, so that no id is paid that the restarted process does not know.
if (!existsSync(file)) keep(videos.search({ platform: 'scripted', keyword, count: 3 }).checkpoint());
const walk = videos.resume(readFileSync(file, 'utf8'));
for await (const { id } of walk) {
  console.log(id);
  keep(walk.checkpoint());
}
console.log(`spent ${walk.spent}`);
