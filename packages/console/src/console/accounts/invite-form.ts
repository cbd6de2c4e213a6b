// What the form of an invite sends. Pure.

export const EMPTY_INVITE = { title: '', contact: '', credit: '', days: '7' };
export type InviteFields = typeof EMPTY_INVITE;

/** What was left empty is left to the gateway. */
export function inviteBody({ title, contact, credit, days }: InviteFields) {
  return {
    ...(title.trim() !== '' && { title: title.trim() }),
    ...(contact.trim() !== '' && { contact: contact.trim() }),
    ...(credit.trim() !== '' && { credit: credit.trim() }),
    days: Number(days),
  };
}
