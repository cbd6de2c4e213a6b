// Owns how this process learns that an operator had a provider resumed, wherever that was done: it looks through the newest rows
// of the audit log whenever something changed. Rows that were there at the start mean nothing to a process that knew nothing then.
import { PROVIDER_RESUME, type Storage } from '../storage/storage.ts';

/** Of one look. Between two looks half a second passes, or five when a push was lost: far fewer changes are made by hand. */
const ROWS_MAX = 200;

export async function followResumes(
  storage: { audit: Pick<Storage['audit'], 'list'> },
  resume: (provider: string) => void,
): Promise<() => Promise<void>> {
  const newest = async () => (await storage.audit.list({ limit: ROWS_MAX, after: null })).items;
  // By id, not by the highest one: of two changes at one time the later number may be committed first.
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
