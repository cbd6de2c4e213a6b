// Measures what a transcript of two hours costs: 8,000 cues are read and written, in milliseconds of CPU time. The promise: at most 20 ms for each format. Each figure is the
// best of several rounds, because other work on the machine can only add to it. Automatic captions, which have a tag for each word, have no promise. Exits non-zero when
// the promise is missed.
// Run: node bench/transcript.ts
import { readCaptions } from '../packages/gateway/src/domain/transcript/read-captions.ts';
import { textOf, writeSrt, writeVtt } from '../packages/gateway/src/domain/transcript/write-captions.ts';

const CUES = 8_000;
const CUE_MS = 900;
const ROUNDS = 30;
const MS_MAX = 20;

const WORDS = 'so this is how you make a bowl of noodles at home with what you find in the kitchen'.split(
  ' ',
);

function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}

/** Six words, other ones for each cue: twice as many as a fast speaker says in that time. */
function wordsOf(cue: number): string[] {
  return Array.from({ length: 6 }, (_, i) => WORDS[(cue * 7 + i * (1 + (cue % 5))) % WORDS.length] as string);
}

/** Every tenth cue has tags and a reference. */
function lineOf(cue: number): string {
  const text = wordsOf(cue).join(' ');
  return cue % 10 === 0 ? `<i>${text}</i> &amp; more` : text;
}

function fileOf(header: string, cueText: (cue: number) => string): string {
  const cues = Array.from(
    { length: CUES },
    (_, i) => `${timeOf(i * CUE_MS)} --> ${timeOf((i + 1) * CUE_MS)}\n${cueText(i)}\n`,
  );
  return [header, ...cues].join('\n');
}

const vtt = fileOf('WEBVTT\n', lineOf);
const srt = vtt
  .replace('WEBVTT\n\n', '')
  .replace(/(\d\d)\.(\d{3})/g, '$1,$2')
  .replaceAll('\n', '\r\n');
const automatic = fileOf(
  'WEBVTT\n',
  (i) => `${wordsOf(i).join(' ')}\n${wordsOf(i + 1).join('<00:00:01.000><c> ')}</c>`,
);

const steps = {
  'WebVTT, read and written': () => writeVtt(read(vtt)),
  'SRT, read and written': () => writeSrt(read(srt)),
  'automatic captions to text': () => textOf(read(automatic)),
};
const promised = ['WebVTT, read and written', 'SRT, read and written'];

function read(file: string) {
  const captions = readCaptions(file);
  if (captions === null) throw new Error('the file was not read');
  return captions.cues;
}

function cpuMsOf(step: () => unknown): number {
  const before = process.cpuUsage();
  step();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

for (const [name, step] of Object.entries(steps)) {
  const bestMs = Math.min(...Array.from({ length: ROUNDS }, () => cpuMsOf(step)));
  const isMissed = promised.includes(name) && bestMs > MS_MAX;
  console.log(
    `${name.padEnd(28)} ${bestMs.toFixed(1).padStart(6)} ms CPU${isMissed ? `, more than ${MS_MAX}` : ''}`,
  );
  if (isMissed) process.exitCode = 1;
}
