// Draws sentences at random from the guides and from the English texts of the pages, for a reader who judges whether one has to be read
// twice. The same seed draws the same sentences. Usage: npm run sentences -- --count 30 --seed 1
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { guideFiles, ROOT, readDocument, sentencesOf } from './markdown.ts';

interface Drawn {
  from: string;
  sentence: string;
}

/** English texts stand above the Chinese ones in each file. */
function pageSentences(file: string): string[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const english = source.slice(0, /^const zh\b/m.exec(source)?.index ?? source.length);
  const texts = [...english.matchAll(/'((?:[^'\\\n]|\\.)+)'|`((?:[^`\\]|\\.)+)`|"((?:[^"\\\n]|\\.)+)"/g)];
  return texts.flatMap(([, single, template, double]) => sentencesOf((single ?? template ?? double)!));
}

function everySentence(): Drawn[] {
  const pages = globSync('packages/console/src/**/text.ts', { cwd: ROOT }).sort();
  return [
    ...guideFiles().flatMap((from) =>
      sentencesOf(readDocument(from)).map((sentence) => ({ from, sentence })),
    ),
    ...pages.flatMap((from) => pageSentences(from).map((sentence) => ({ from, sentence }))),
  ];
}

/** mulberry32: short, and the same on every machine. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function drawSentences(count: number, seed: number): Drawn[] {
  const left = everySentence();
  const next = numbersFrom(seed);
  const drawn: Drawn[] = [];
  while (drawn.length < count && left.length > 0)
    drawn.push(...left.splice(Math.floor(next() * left.length), 1));
  return drawn;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { count: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
  });
  for (const { from, sentence } of drawSentences(Number(values.count), Number(values.seed)))
    console.log(`${sentence}\n    ${from}\n`);
}
