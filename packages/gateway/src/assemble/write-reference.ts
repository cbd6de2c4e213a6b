// Rewrites docs/reference/filters.md. Run it after a connector's filters have changed:
// node packages/gateway/src/assemble/write-reference.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderFilterMatrix } from './filter-matrix.ts';

writeFileSync(join(import.meta.dirname, '../../../../docs/reference/filters.md'), renderFilterMatrix());
