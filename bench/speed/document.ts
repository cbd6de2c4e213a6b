// Owns docs/reference/performance.md and its chart: the words come from performance.template.md, the figures from the results as
// they were written. Nothing in the document is typed by hand.
// Run: node bench/speed/document.ts (or `npm run bench -- --write`)
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { drawChart } from './chart.ts';
import { machineText } from './machine.ts';
import { markdown, sectionTable, targetTable } from './report.ts';
import { type Results, readResults } from './results.ts';

const DOCS = path.join(import.meta.dirname, '../../docs/reference');
const TEMPLATE = path.join(import.meta.dirname, 'performance.template.md');

function fillIn(template: string, results: Results): string {
  const tables = results.sections.map(
    (section) => `### ${section.title}\n\n${section.how}\n\n${markdown(sectionTable(section))}`,
  );
  const values: Record<string, string> = {
    run: `A ${results.mode} run of ${Math.round(results.seconds)} s, ${results.at.slice(0, 10)}.${caution(results)}`,
    machine: machineText(results.machine),
    targets: markdown(targetTable(results)),
    tables: tables.join('\n\n'),
  };
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? `{{${name}}}`);
}

/** Other work of half a core or more moves every figure. */
function caution({ machine: { loadAtStart } }: Results): string {
  if (loadAtStart < 0.5) return '';
  return ' **The machine was busy with other work: these figures are not final.**';
}

export function writeDocument(): void {
  const results = readResults();
  writeFileSync(path.join(DOCS, 'performance.md'), fillIn(readFileSync(TEMPLATE, 'utf8'), results));
  writeFileSync(path.join(DOCS, 'performance.svg'), drawChart(results));
}

if (import.meta.main) writeDocument();
