// Writes docs/reference/performance.md, its chart, the figures in README, and the tables of docs/guides/scale.md that follow from the page. The text of the page comes from performance.template.md, the
// figures from results of a quiet machine. None of them is typed by hand.
// Run: node bench/speed/document.ts (or `npm run bench -- --write`)
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { drawChart } from './chart.ts';
import { machineText } from './machine.ts';
import { comparisonTable, markdown, partTable, targetTable } from './report.ts';
import { type Part, type Results, readGood } from './results.ts';
import { writeScale } from './scale/guide.ts';
import { SECTIONS } from './sections/index.ts';
import { leadSentence } from './targets.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const DOCS = path.join(ROOT, 'docs/reference');
const README = path.join(ROOT, 'README.md');
const TEMPLATE = path.join(import.meta.dirname, 'performance.template.md');

function fillIn(template: string, results: Results): string {
  const values: Record<string, string> = {
    machine: machineText(results.machine),
    lead: leadSentence(results) ?? 'A live search was not compared with the same work in this run',
    targets: markdown(targetTable(results)),
    compared: markdown(comparisonTable(results)),
    tables: results.parts
      .map(partText)
      .filter((text) => text !== null)
      .join('\n\n'),
  };
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? `{{${name}}}`);
}

function partText(part: Part): string | null {
  const found = partTable(part);
  if (found === null) return null;
  const { mode, seconds, at, commit } = part;
  const run = `A ${mode} run of ${Math.round(seconds)} s on ${at.slice(0, 10)}${commit === null ? '' : `, commit ${commit}`}.`;
  return `### ${found.title}\n\n${found.how} ${run}\n\n${markdown(found.table)}`;
}

const README_PLACE = /(<!-- speed -->)[^<]*(<!-- \/speed -->)/;

/** README keeps its text when the results have no figures for it. */
export function withLead(readme: string, results: Results): string {
  if (!README_PLACE.test(readme)) throw new Error('README has no place for its figures of speed');
  const lead = leadSentence(results);
  return lead === null ? readme : readme.replace(README_PLACE, `$1${lead}$2`);
}

/** Sections without a good result so far. A page without them would lose figures that visitors see. */
export const missingIn = ({ parts }: Results): string[] =>
  Object.keys(SECTIONS).filter((section) => !parts.some(({ name }) => name === section));

/** The results must be of a quiet machine. Returns the sections for which nothing was written yet. */
export function writeDocument(good: Results): string[] {
  const missing = missingIn(good);
  if (missing.length > 0) return missing;
  const order = Object.keys(SECTIONS);
  const parts = good.parts.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  const results = { ...good, parts };
  writeFileSync(path.join(DOCS, 'performance.md'), fillIn(readFileSync(TEMPLATE, 'utf8'), results));
  writeFileSync(path.join(DOCS, 'performance.svg'), drawChart(results));
  writeFileSync(README, withLead(readFileSync(README, 'utf8'), results));
  writeScale();
  return [];
}

if (import.meta.main) writeDocument(readGood());
