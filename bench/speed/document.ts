// Writes docs/reference/performance.md, its chart and the figures in README. The text of the page comes from performance.template.md, the
// figures from the results file. None of them is typed by hand.
// Run: node bench/speed/document.ts (or `npm run bench -- --write`)
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { drawChart } from './chart.ts';
import { machineText } from './machine.ts';
import { comparisonTable, markdown, sectionTable, targetTable } from './report.ts';
import { type Results, readResults } from './results.ts';
import { leadSentence } from './targets.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const DOCS = path.join(ROOT, 'docs/reference');
const README = path.join(ROOT, 'README.md');
const TEMPLATE = path.join(import.meta.dirname, 'performance.template.md');

function fillIn(template: string, results: Results): string {
  const tables = results.sections.map(
    (section) => `### ${section.title}\n\n${section.how}\n\n${markdown(sectionTable(section))}`,
  );
  const values: Record<string, string> = {
    run: `A ${results.mode} run of ${Math.round(results.seconds)} s, ${results.at.slice(0, 10)}.${caution(results)}`,
    machine: machineText(results.machine),
    lead: leadSentence(results) ?? 'A live search was not compared with the same work in this run',
    targets: markdown(targetTable(results)),
    compared: markdown(comparisonTable(results)),
    tables: tables.join('\n\n'),
  };
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? `{{${name}}}`);
}

/** Other work of half a core or more distorts every figure. */
const BUSY_LOAD_MIN = 0.5;
const isBusy = ({ machine }: Results) => machine.loadAtStart >= BUSY_LOAD_MIN;

function caution(results: Results): string {
  return isBusy(results) ? ' **The machine was busy with other work: these figures are not final.**' : '';
}

const README_PLACE = /(<!-- speed -->)[^<]*(<!-- \/speed -->)/;

/** README keeps its text when the run has no figures for it, or no final ones. */
export function withLead(readme: string, results: Results): string {
  if (!README_PLACE.test(readme)) throw new Error('README has no place for its figures of speed');
  const lead = leadSentence(results);
  return lead === null || isBusy(results) ? readme : readme.replace(README_PLACE, `$1${lead}$2`);
}

export function writeDocument(): void {
  const results = readResults();
  writeFileSync(path.join(DOCS, 'performance.md'), fillIn(readFileSync(TEMPLATE, 'utf8'), results));
  writeFileSync(path.join(DOCS, 'performance.svg'), drawChart(results));
  writeFileSync(README, withLead(readFileSync(README, 'utf8'), results));
}

if (import.meta.main) writeDocument();
