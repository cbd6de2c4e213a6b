// Owns how the console names who did something: by the name that people know, where the ledger has one.

const SESSION = 'session:';

/** `session:anna/ses_4f` is anna, who signed in at the console; tokens, commands and keys have no other name than theirs. */
export function actorName(actor: string): string {
  const end = actor.lastIndexOf('/');
  return actor.startsWith(SESSION) && end > SESSION.length ? actor.slice(SESSION.length, end) : actor;
}
