// What the form about an account holds and sends. Pure.
import type { Account } from '../../api/api-types.ts';

export function detailFields(account: Account) {
  return {
    name: account.name,
    title: account.title ?? '',
    contact: account.contact ?? '',
    address: account.billing_address ?? '',
    taxId: account.tax_id ?? '',
    low: account.low_balance ?? '',
  };
}
export type DetailFields = ReturnType<typeof detailFields>;

/** What was left empty is taken away. */
const given = (value: string) => (value.trim() === '' ? null : value.trim());

export function detailBody(fields: DetailFields) {
  return {
    name: fields.name.trim(),
    title: given(fields.title),
    contact: given(fields.contact),
    billing_address: given(fields.address),
    tax_id: given(fields.taxId),
    low_balance: given(fields.low),
  };
}
