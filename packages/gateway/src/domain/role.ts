// The roles of operators.

/** From most to least: each role may do everything that the later ones may. */
export const ROLES = ['owner', 'operator', 'viewer'] as const;

/** `operator` changes neither tokens nor prices; `viewer` changes nothing. */
export type Role = (typeof ROLES)[number];

export function mayAct(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(needed);
}
