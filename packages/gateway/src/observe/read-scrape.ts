// Parses the text of `/metrics`, for `reelgate top` and for tests. It reads what this gateway writes in both formats:
// one sample per line, without timestamps; exemplars are ignored.
export interface ScrapeSample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface Scrape {
  samples: ScrapeSample[];
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\})? (\S+)(?: # .*)?$/;
/** Sticky: each label must follow the one before. Searching for the next one would take quadratic time. */
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)",?/gy;

/** Far more lines than a gateway with a hundred providers has. */
const LINES_MAX = 100_000;

export function readScrape(text: string): Scrape {
  const samples: ScrapeSample[] = [];
  for (const line of text.split('\n', LINES_MAX)) {
    const found = line.startsWith('#') ? null : SAMPLE.exec(line);
    if (found === null) continue;
    const [, name, labels = '', value] = found;
    samples.push({ name: name!, labels: readLabels(labels), value: readNumber(value!) });
  }
  return { samples };
}

function readLabels(text: string): Record<string, string> {
  const pairs = [...text.matchAll(LABEL)].map(([, name, value]) => [name!, unescaped(value!)]);
  return Object.fromEntries(pairs);
}

const unescaped = (text: string) => text.replace(/\\(.)/g, (_, char) => (char === 'n' ? '\n' : char));

const readNumber = (text: string) => (text === '+Inf' ? Number.POSITIVE_INFINITY : Number(text));
