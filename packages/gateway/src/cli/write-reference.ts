// Rewrites docs/reference/cli.md. Run it after changing a command's help: node packages/gateway/src/cli/write-reference.ts
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderCliReference } from './reference.ts';

const folder = join(import.meta.dirname, '../../../../docs/reference');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'cli.md'), renderCliReference());
