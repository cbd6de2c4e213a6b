// Owns who made a change, for every verb that changes something on somebody's behalf.

/** Who made a change; every change is audited in its own transaction. */
export interface Actor {
  actor: string;
}
