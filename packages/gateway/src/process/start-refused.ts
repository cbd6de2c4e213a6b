// Owns the one way to say that a start must not go on, for a reason that the operator can mend.

/** The message is one line for the operator and holds no secret. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}
