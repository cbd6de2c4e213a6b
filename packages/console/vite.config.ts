// Owns how the pages are built: one configuration for each entry, so that no file of the portal holds code of the console. Also the
// development server, which passes the API on to a gateway on the default ports.
import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { type Bundled, collectBundled } from './licences.ts';

export type Entry = 'console' | 'portal';

/** Where a listener serves the entry. */
export const BASE: Record<Entry, string> = { console: '/', portal: '/portal/' };
/** The console lives on the admin listener, the portal on the public one. */
const GATEWAY: Record<Entry, string> = { console: 'http://127.0.0.1:8081', portal: 'http://127.0.0.1:8080' };

export function configOf(entry: Entry, outDir: string, bundled: Bundled = new Set()): InlineConfig {
  return {
    configFile: false,
    root: path.join(import.meta.dirname, entry),
    base: BASE[entry],
    plugins: [react(), collectBundled(bundled)],
    worker: { format: 'es', plugins: () => [collectBundled(bundled)] },
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      assetsDir: 'assets',
      // A picture or font in an address of its own needs no policy for `data:`.
      assetsInlineLimit: 0,
      target: 'es2024',
      // The first of each that know `light-dark()`.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      // The polyfill is an inline script in the page; every browser that runs es2024 preloads modules by itself.
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // Its own list leaves out what workers bundle; see licences.ts.
      license: false,
    },
    server: { proxy: { '^/(admin|api|metrics|openapi.json|docs)': { target: GATEWAY[entry] } } },
  };
}

const entry = (process.env.REELGATE_PAGES ?? 'console') as Entry;
export default configOf(entry, path.join(import.meta.dirname, 'dist/dev'));
