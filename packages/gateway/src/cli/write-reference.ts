// Rewrites docs/reference/cli.md and help-rows.ts. Run it after changing a command's help: npm run reference
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderCliReference, renderHelpRows } from './reference.ts';

const folder = join(import.meta.dirname, '../../../../docs/reference');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'cli.md'), renderCliReference());
writeFileSync(join(import.meta.dirname, 'help-rows.ts'), renderHelpRows());
