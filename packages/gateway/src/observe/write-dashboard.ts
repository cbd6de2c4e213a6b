// Writes the Grafana dashboard. Run it after changing dashboard.ts; a test compares the file.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { renderDashboard } from './dashboard.ts';

writeFileSync(path.join(import.meta.dirname, '../../../../deploy/observe/dashboard.json'), renderDashboard());
