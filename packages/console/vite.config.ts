// Builds the pages with one configuration for each entry, so that the portal contains no code of the console. Also configures the
// development server, which forwards API requests to a gateway on the default ports.
import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { type Bundled, collectBundled } from './licences.ts';

export type Entry = 'console' | 'portal';

/** The path at which a listener serves the entry. */
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
      // Pictures and fonts as files of their own, so that the content security policy need not allow `data:`.
      assetsInlineLimit: 0,
      target: 'es2024',
      // The first browser versions that support `light-dark()`.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      // The polyfill would be an inline script, and every browser that runs es2024 preloads modules itself.
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // Vite's own list lacks what workers bundle; see licences.ts.
      license: false,
    },
    server: { proxy: { '^/(admin|api|metrics|openapi.json|docs)': { target: GATEWAY[entry] } } },
  };
}

const entry = (process.env.REELGATE_PAGES ?? 'console') as Entry;
export default configOf(entry, path.join(import.meta.dirname, 'dist/dev'));
