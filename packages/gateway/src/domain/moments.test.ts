// The moment in which something ends belongs to what comes after it; and which end is told when there are several.
import { expect, test } from 'vitest';
import { type Invite, inviteState } from './access/invite.ts';
import { isLive, type LoginSession } from './access/session.ts';
import { dayStartMs, monthStartMs, nextMonthMs } from './clock.ts';

const at = (time: string) => Date.parse(time);
const ENDS = 1_000;

test.each([
  [ENDS - 1, true],
  [ENDS, false],
])('a session that expires at 1,000 ms is live at %i ms: %s; one that was ended is not', (nowMs, live) => {
  const session = { expiresAtMs: ENDS, endedAtMs: null } as LoginSession;
  expect(isLive(session, nowMs)).toBe(live);
  expect(isLive({ ...session, endedAtMs: nowMs }, nowMs)).toBe(false);
});

test.each([
  [{}, ENDS - 1, 'open'],
  [{}, ENDS, 'expired'],
  [{ revokedAtMs: 5 }, ENDS, 'revoked'],
  [{ usedAtMs: 4 }, ENDS, 'used'],
  [{ usedAtMs: 4, revokedAtMs: 5 }, 6, 'used'],
] as const)('an invite with %j is at %i ms %s', (more, nowMs, state) => {
  const invite = { expiresAtMs: ENDS, usedAtMs: null, revokedAtMs: null, ...more } as Invite;
  expect(inviteState(invite, nowMs)).toBe(state);
});

test.each([
  ['2026-12-31T23:59:59.999Z', '2026-12-31', '2026-12-01', '2027-01-01'],
  ['2027-01-01T00:00:00.000Z', '2027-01-01', '2027-01-01', '2027-02-01'],
  ['2028-02-29T12:00:00.000Z', '2028-02-29', '2028-02-01', '2028-03-01'],
])('%s is in the day of %s and in the month from %s to %s', (moment, day, month, next) => {
  const found = [dayStartMs, monthStartMs, nextMonthMs].map((of) => of(at(moment)));
  expect(found).toEqual([day, month, next].map((date) => at(`${date}T00:00:00Z`)));
});
