// Rewrites docs/reference/config.md and docs/reference/reelgate.schema.json. Run it after a change of the schema:
// node packages/gateway/src/config/write-reference.ts
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configJsonSchema, renderConfigReference } from './reference.ts';

const folder = join(import.meta.dirname, '../../../../docs/reference');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'config.md'), renderConfigReference());
writeFileSync(join(folder, 'reelgate.schema.json'), `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
