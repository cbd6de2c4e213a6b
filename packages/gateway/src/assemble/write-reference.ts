// Writes what is generated from the code for people: docs/reference/, the rows of help, and the Grafana dashboard. Run it after a change of
// the schema of settings, of a command's help, of a connector's filters or facts or of dashboard.ts: npm run reference
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { renderCliReference, renderHelpRows } from '../cli/reference.ts';
import { configJsonSchema, renderConfigReference } from '../config/reference.ts';
import { renderDashboard } from '../observe/dashboard.ts';
import { renderConnectorProofs } from './connector-proofs.ts';
import { renderFilterMatrix } from './filter-matrix.ts';

const SRC = path.join(import.meta.dirname, '..');
const ROOT = path.join(SRC, '../../..');

const WRITTEN = {
  'config.md': renderConfigReference,
  'reelgate.schema.json': () => `${JSON.stringify(configJsonSchema(), null, 2)}\n`,
  'cli.md': renderCliReference,
  'filters.md': renderFilterMatrix,
  'connectors.md': renderConnectorProofs,
};

const folder = path.join(ROOT, 'docs/reference');
mkdirSync(folder, { recursive: true });
for (const [name, render] of Object.entries(WRITTEN)) writeFileSync(path.join(folder, name), render());
writeFileSync(path.join(SRC, 'cli/help-rows.ts'), renderHelpRows());
writeFileSync(path.join(ROOT, 'deploy/observe/dashboard.json'), renderDashboard());
