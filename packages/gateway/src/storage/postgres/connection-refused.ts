// Recognises that a server or a pooler has no room for another connection. It does not load the driver.

/** The connection was accepted but not answered: a pooler has no server connection for it, or the server is stuck. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';

  constructor(afterMs: number) {
    super(
      `timeout: the connection was accepted, and its first question was not answered within ${afterMs} ms`,
    );
  }
}

/** `too_many_connections` of a server, the same of PgBouncer (which sends no code for it), or a pooler that lets the connection wait. */
export function isConnectionRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return error instanceof NoAnswer || code === '53300' || /^no more connections allowed/.test(error.message);
}
