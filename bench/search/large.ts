// What a large library costs to build and to search, in time of the processor, which a busy machine hardly changes: made records of a made vocabulary whose words are as unequally common as those of a language,
// imported into a folder, and asked every kind of keyword one after another. Run: node bench/search/large.ts RECORDS FOLDER
import { createWriteStream, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../packages/gateway/src/domain/clock.ts';
import { Answerer } from '../../packages/gateway/src/library/answer.ts';
import { importLibrary } from '../../packages/gateway/src/library/import.ts';
import { openReader } from '../../packages/gateway/src/library/open-store.ts';

const VOCABULARY = 60_000;
/** Keywords of each kind. */
const ASKED = 100;
const MB = 1_000_000;

let state = 7;
/** Equal in every run. */
function draw(): number {
  state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
  return state / 0x7fffffff;
}

function spell(number: number): string {
  let text = '';
  for (let left = number + 37; left > 0; left = Math.floor(left / 23))
    text += `${'bcdfghklmnprstvz'[left % 16]}${'aeiou'[(left >> 2) % 5]}`;
  return text + (number % 7 === 0 ? 'ing' : number % 5 === 0 ? 's' : '');
}

/** A few words are in most records, most words in few. */
const word = () => spell(Math.floor(VOCABULARY * draw() ** 3));
const words = (from: number, more: number) =>
  Array.from({ length: from + Math.floor(more * draw()) }, word).join(' ');

const record = (number: number) => ({
  ...{ id: `made-${number}`, title: words(4, 8), description: words(10, 60), tags: words(0, 8).split(' ') },
  ...{ language: 'en', published_at: new Date(1.4e12 + 3e11 * draw()).toISOString(), duration_ms: 60_000 },
  author: { id: `author-${Math.floor(5_000 * draw())}`, name: words(2, 0), handle: word() + word() },
});
type Made = ReturnType<typeof record>;

const slip = (text: string) =>
  text.length < 5 ? text : `${text.slice(0, 2)}${text[3]}${text[2]}${text.slice(4)}`;
const first = ({ title }: Made, count: number) => title.split(' ').slice(0, count);

const KEYWORDS: Record<string, (record: Made) => string> = {
  'one word': (one) => first(one, 1).join(' '),
  'two words': (one) => first(one, 2).join(' '),
  'the whole title': ({ title }) => title,
  'the author': ({ author }) => author.name,
  'a begun word': (one) => `${first(one, 1)} ${first(one, 2)[1]!.slice(0, 4)}`,
  'a slip': (one) => `${slip(first(one, 1)[0]!)} ${first(one, 2)[1]}`,
  'a question': ({ title }) => `how to ${title}`,
  'only slips': ({ title }) => title.split(' ').map(slip).join(' '),
  'one letter': ({ title }) => title[0]!,
  '200 words': ({ description }) => `${description} `.repeat(20).split(' ').slice(0, 200).join(' '),
};

async function makeFile(file: string, records: number): Promise<void> {
  const out = createWriteStream(file);
  for (let number = 0; number < records; number += 1)
    if (!out.write(`${JSON.stringify(record(number))}\n`)) await new Promise((go) => out.once('drain', go));
  await new Promise<void>((go) => out.end(go));
}

function spentMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const [records, folder] = [Number(process.argv[2]), process.argv[3]!];
const file = path.join(folder, 'made.jsonl');
if (!existsSync(path.join(folder, 'library.db'))) {
  await makeFile(file, records);
  const before = process.cpuUsage();
  const { imported } = await importLibrary({
    place: { dataDir: folder },
    paths: [file],
    clock: systemClock,
  });
  console.log(`imported ${imported} records in ${Math.round(spentMs(before) / 1_000)} s`);
  rmSync(file);
}
const answerer = new Answerer(await openReader({ dataDir: folder }, systemClock), systemClock);
state = 7;
const samples = Array.from({ length: ASKED }, (_, number) => record(number));
console.log('| keyword | p50 ms | p99 ms | answers told to be bounded |\n|---|---|---|---|');
for (const [name, keywordOf] of Object.entries(KEYWORDS)) {
  const took: number[] = [];
  let bounded = 0;
  for (const one of samples) {
    const query = new URLSearchParams({ q: keywordOf(one), count: '20', match: 'all' });
    const before = process.cpuUsage();
    const said = await answerer.answer({ kind: 'fetch', url: `library://local/search?${query}` });
    took.push(spentMs(before));
    if ((said as { body: string }).body.includes('"notes"')) bounded += 1;
  }
  took.sort((a, b) => a - b);
  const at = (part: number) => took[Math.floor((took.length - 1) * part)]!.toFixed(1);
  console.log(`| ${name} | ${at(0.5)} | ${at(0.99)} | ${bounded} of ${ASKED} |`);
}
console.log(`memory of the process: ${Math.round(process.memoryUsage.rss() / MB)} MB`);
