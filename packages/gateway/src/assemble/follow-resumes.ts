// Learns from the audit log that an operator resumed a provider, on whichever node that was done. It reads the newest
// rows whenever something changed. Rows that existed at the start are ignored: this process had no state to resume
// then.
import { PROVIDER_RESUME, type Storage } from '../storage/storage.ts';

/**
 * Rows read at once. Reads are half a second apart, or five seconds when a notification was lost; operators make far
 * fewer changes in that time.
 */
const ROWS_MAX = 200;

export async function followResumes(
  storage: { audit: Pick<Storage['audit'], 'list'> },
  resume: (provider: string) => void,
): Promise<() => Promise<void>> {
  const newest = async () => (await storage.audit.list({ limit: ROWS_MAX, after: null })).items;
  // Remembers ids, not only the highest: of two concurrent changes the one with the higher number may be committed
  // first.
  let seen = new Set((await newest()).map(({ id }) => id));
  return async () => {
    const rows = await newest();
    const before = seen;
    seen = new Set(rows.map(({ id }) => id));
    for (const { id, action, subject } of rows) {
      if (action === PROVIDER_RESUME && !before.has(id)) resume(subject);
    }
  };
}
