// The sequence of the rows, as in the table.
import type { Row } from '../row.ts';
import { alone } from './alone.ts';
import { bimodal } from './bimodal.ts';
import { blackHole } from './black-hole.ts';
import { bothDown } from './both-down.ts';
import { down } from './down.ts';
import { flaky } from './flaky.ts';
import { limited } from './limited.ts';
import { overload } from './overload.ts';
import { quiet } from './quiet.ts';
import { walkRow } from './walk.ts';

export const ROWS: readonly Row[] = [
  flaky,
  alone,
  down,
  quiet,
  bimodal,
  bothDown,
  limited,
  blackHole,
  overload,
  walkRow,
];
