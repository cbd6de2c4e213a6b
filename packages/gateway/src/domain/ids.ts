// How ids begin: one list, from which ids are made and by which names are told from them.

import { base62 } from './access/key.ts';
import type { RandomBytes } from './clock.ts';

/** 95 random bits: two ids never collide. */
const ID_CHARS = 16;

export const ID_PREFIXES = {
  account: 'acc_',
  call: 'call_',
  collection: 'col_',
  complaint: 'cmp_',
  event: 'evt_',
  grant: 'grt_',
  invite: 'inv_',
  key: 'key_',
  loginCode: 'lgc_',
  payback: 'pbk_',
  project: 'prj_',
  recharge: 'rch_',
  request: 'req_',
  session: 'ses_',
  token: 'tok_',
  topup: 'top_',
  watch: 'wat_',
  webhook: 'whk_',
} as const;

export function makeId(kind: keyof typeof ID_PREFIXES, random: RandomBytes): string {
  return ID_PREFIXES[kind] + base62(random, ID_CHARS);
}
