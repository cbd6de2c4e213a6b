// Owns which changes no process remembers anything of. They are written to the audit log like every other, but do not raise the revision:
// when it rises, every process drops all keys that it knows and reads the price list again, and an account could make all of them do
// so by renaming a key in a loop. A change that is not named here raises it.

const QUIET_ACTIONS: ReadonlySet<string> = new Set([
  'webhook.create',
  'webhook.remove',
  'webhook.rotate',
  'webhook.replay',
  'webhook.test',
  'topup.order',
  'recharge.plan',
  'complaint.file',
  'session.open',
]);

export function isQuiet({ action, detail }: { action: string; detail: Record<string, unknown> }): boolean {
  if (QUIET_ACTIONS.has(action)) return true;
  // Nobody is let in or kept out by the name of a key, and whoever shows it reads it from the ledger.
  return action === 'key.update' && Object.keys(detail).every((field) => field === 'name');
}
