// Writes the dashboard for Grafana. Run it after changing dashboard.ts; a test compares.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { renderDashboard } from './dashboard.ts';

writeFileSync(path.join(import.meta.dirname, '../../../../deploy/observe/dashboard.json'), renderDashboard());
