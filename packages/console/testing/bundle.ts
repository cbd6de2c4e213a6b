// Bundles one of the two pages into one function. A tab of a test calls it with a window, a clock and a network of its own, so that nothing
// of it stays in the test process, and so that each tab begins with fresh modules, as in a browser.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { type Plugin, rolldown } from 'rolldown';
import type { Entry } from '../vite.config.ts';

const SOURCES = path.join(import.meta.dirname, '../src');

/** What a browser gives to scripts and a tab of a test gives to the bundle. */
const GLOBALS = [
  'window',
  'self',
  'document',
  'location',
  'history',
  'navigator',
  'sessionStorage',
  'localStorage',
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
  'Event',
  'Node',
  'Element',
  'HTMLElement',
  'HTMLInputElement',
  'HTMLIFrameElement',
  'matchMedia',
  'scrollTo',
  'innerHeight',
  'Intl',
  'fetch',
  'crypto',
  'isSecureContext',
  'Date',
  'URL',
  'Worker',
  'BroadcastChannel',
  'ResizeObserver',
  'IntersectionObserver',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'MessageChannel',
  'performance',
  'print',
  'reportError',
] as const;
export type Globals = Record<(typeof GLOBALS)[number], unknown>;

/** Each class of a stylesheet by the name that it has there: a chip that is green instead of red is another text in a test. */
const classes: Plugin = {
  name: 'classes',
  load: {
    filter: { id: /\.css$/ },
    handler(id) {
      if (!id.endsWith('.module.css')) return { code: '', moduleType: 'js' };
      const names = readFileSync(id, 'utf8').match(/\.[a-z][\w-]*/gi) ?? [];
      const own = Object.fromEntries(names.map((name) => [name.slice(1), name.slice(1)]));
      return { code: `export default ${JSON.stringify(own)}`, moduleType: 'js' };
    },
  },
};

export async function bundle(entry: Entry): Promise<(globals: Globals) => void> {
  const built = await rolldown({
    input: path.join(SOURCES, entry, 'main.tsx'),
    platform: 'browser',
    plugins: [classes],
    transform: {
      define: { 'process.env.NODE_ENV': '"production"', 'import.meta.url': '"http://page.test/main.js"' },
    },
    logLevel: 'silent',
  });
  const { output } = await built.generate({ format: 'iife', codeSplitting: false });
  await built.close();
  const start = vm.compileFunction(output[0].code, [...GLOBALS], { filename: `${entry}.bundle.js` });
  return (globals) => start(...GLOBALS.map((name) => globals[name]));
}
