// Writes docs/reference/filters.md. Run it after the filters of a connector have changed: node
// packages/gateway/src/assemble/write-reference.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderFilterMatrix } from './filter-matrix.ts';

writeFileSync(join(import.meta.dirname, '../../../../docs/reference/filters.md'), renderFilterMatrix());
