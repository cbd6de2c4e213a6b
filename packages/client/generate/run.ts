// Writes the TypeScript that is made from openapi.json and not committed: what client and pages know of the API. It runs after an install,
// after `npm run openapi` and before the types are checked. It takes a second, and leaves files alone that are current.
import { filesOf as filesOfPages } from '../../console/generate/write-types.ts';
import { readDocument, writeOrCheck } from './document.ts';
import { filesOf } from './write-types.ts';

const document = readDocument();
writeOrCheck({ ...filesOf(document), ...filesOfPages(document) }, []);
