// The records of the sample library, as its files have them.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Sample {
  id: string;
  title: string;
  description: string;
  tags: string[];
  language: string;
  published_at: string;
  duration_ms: number;
  author: { name: string };
  stats: { views: number };
}

const FOLDER = fileURLToPath(new URL('../../packages/gateway/src/library/sample/', import.meta.url));

export function readSample(): Sample[] {
  const lines = readdirSync(FOLDER).flatMap((file) =>
    readFileSync(FOLDER + file, 'utf8')
      .trim()
      .split('\n'),
  );
  return lines.map((line) => JSON.parse(line) as Sample);
}
