// Thrown when a start must not go on, for a reason that the operator can fix.

/** The message is one line for the operator and contains no secret. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}
