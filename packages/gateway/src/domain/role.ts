// Owns the roles of operators: what each may do, from the one that may do everything to the one that only looks. Pure.

/** In order: each may do whatever those behind it may. */
export const ROLES = ['owner', 'operator', 'viewer'] as const;

/** `operator` changes neither tokens nor prices; `viewer` changes nothing. */
export type Role = (typeof ROLES)[number];

export function mayAct(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(needed);
}
