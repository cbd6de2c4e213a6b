// The invite in the portal's address. It stays there until it is used, so that a reloaded page still has it.

/** Read before the router changes the address. */
export const inviteOfPage = /^#invite=([\w.~-]+)$/.exec(location.hash)?.[1] ?? null;

export function forgetInvite(): void {
  history.replaceState(null, '', location.pathname);
}
