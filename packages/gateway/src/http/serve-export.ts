// Serves the export of an ended collection: its records as JSON Lines or CSV, by key or by a signed link.

import { routerPath } from './serve-verb.ts';
import type { Server } from './server.ts';

export const EXPORT_PATH = '/api/collections/v1/{collection}/export';

export function serveExport({ app }: Server): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: routerPath(EXPORT_PATH),
    handler: async () => {
      throw new Error('not built yet');
    },
  });
}
