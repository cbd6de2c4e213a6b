// Owns the invite in the address of the portal. It stays there until it is used, so that a page that is loaded again still has it.

/** Read before the router sees the address. */
export const inviteOfPage = /^#invite=([\w.~-]+)$/.exec(location.hash)?.[1] ?? null;

export function forgetInvite(): void {
  history.replaceState(null, '', location.pathname);
}
