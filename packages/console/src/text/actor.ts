// The name that the console shows for an actor of the ledger.

const SESSION = 'session:';

/** `session:anna/ses_4f` is shown as anna, who signed in at the console. Tokens, commands and keys keep their names. */
export function actorName(actor: string): string {
  const end = actor.lastIndexOf('/');
  return actor.startsWith(SESSION) && end > SESSION.length ? actor.slice(SESSION.length, end) : actor;
}
