// The name that the console shows for an actor of the ledger.

const SESSION = 'session:';

/** `session:anna/ses_4f` is shown as anna, who signed in at the console. Tokens, commands and keys keep their names. */
export function actorName(actor: string): string {
  const end = actor.lastIndexOf('/');
  return actor.startsWith(SESSION) && end > SESSION.length ? actor.slice(SESSION.length, end) : actor;
}

// The short form of an id.

/** Longer ids are shortened to their ends, by which people recognize them. */
const SHOWN_MAX = 20;
const HEAD = 10;
const TAIL = 6;

export function shortId(id: string): string {
  return id.length <= SHOWN_MAX ? id : `${id.slice(0, HEAD)}…${id.slice(-TAIL)}`;
}
