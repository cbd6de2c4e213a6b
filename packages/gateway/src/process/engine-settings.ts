// Settings of V8 for a long-running server: when it compiles, and where it allocates.
import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

/** V8's default is 3000. With 300 nothing more is gained, with 1500 half of the gain is lost. */
const CALLS_BEFORE_COMPILING = 800;

/**
 * Call it when everything is loaded, before the first call. V8 cannot use cached code that was compiled under other
 * flags, Node's own included: set earlier, the flags would make a start 120 ms longer. Code that is already hot stays
 * as it is.
 */
export function setUpEngine(): void {
  // Saves the code cache for the next start, which begins without these flags.
  flushCompileCache();
  // A call runs a thousand small functions, each once. With V8's defaults they are compiled one by one over tens of
  // thousands of calls, and until then every call takes a fifth more CPU time.
  setFlagsFromString(`--invocation-count-for-turbofan=${CALLS_BEFORE_COMPILING}`);
  // Skips the middle compiler: its code is soon replaced, and compiling it cost 4 % of each call.
  setFlagsFromString('--no-maglev');
  // Pages live long, so V8 would soon allocate everything made beside them in the old generation: 5 kB per call instead of 2.4 kB.
  setFlagsFromString('--no-allocation-site-pretenuring');
}
