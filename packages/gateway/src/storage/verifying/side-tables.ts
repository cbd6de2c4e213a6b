// Compares the other tables that depend on entries: events, disputes, paybacks, recharges and orders. Each query returns rows that
// disagree, with what was `expected` and what was `found`.

import type { Reading } from '../steps/reading.ts';
import type { Differences } from './ledger-differences.ts';

const CHECKS: Record<string, string> = {
  'last event has the last number of its stream': `
    SELECT h.stream AS account_id, h.stream AS name, h.seq AS expected, max(e.seq) AS found
      FROM event_heads h JOIN events e ON e.stream = h.stream GROUP BY h.stream, h.seq`,
  'owed equals what disputes left owing': `
    SELECT a.id AS account_id, a.id AS name, CAST(coalesce(sum(d.owed_micros), 0) AS bigint) AS expected, a.owed_micros AS found
      FROM accounts a LEFT JOIN disputes d ON d.account_id = a.id
     GROUP BY a.id, a.owed_micros HAVING a.owed_micros <> 0 OR coalesce(sum(d.owed_micros), 0) <> 0`,
  'entries of a dispute are what it took': `
    SELECT d.account_id, d.id AS name, CASE d.state WHEN 'withdrawn' THEN 0 - d.taken_micros ELSE 0 END AS expected,
           CAST(coalesce(sum(e.amount_micros), 0) AS bigint) AS found
      FROM disputes d
      LEFT JOIN entries e ON e.kind = 'adjustment' AND e.account_id = d.account_id
       AND (e.reference = 'dispute:' || d.id OR e.reference = 'reinstated:' || d.id
            OR substr(e.reference, 1, length(d.id) + 9) = 'dispute:' || d.id || ':')
     GROUP BY d.account_id, d.id, d.state, d.taken_micros`,
  'disputes count what their payment has left': `
    SELECT d.account_id, d.payment AS name,
           CASE WHEN d.disputed < e.amount_micros - d.back THEN d.disputed ELSE e.amount_micros - d.back END AS expected, d.applied AS found
      FROM (SELECT account_id, payment, CAST(sum(disputed_micros) AS bigint) AS disputed, CAST(sum(applied_micros) AS bigint) AS applied,
                   (SELECT CAST(coalesce(sum(p.amount_micros), 0) AS bigint) FROM paybacks p
                     WHERE p.payment = o.payment AND p.state <> 'refused') AS back
              FROM disputes o WHERE state = 'withdrawn' GROUP BY account_id, payment
            HAVING count(*) = count(disputed_micros)) d
      JOIN entries e ON e.kind = 'topup' AND e.account_id = d.account_id AND e.reference = d.payment`,
  'entries of a payback are what left the balance': `
    SELECT p.account_id, p.id AS name, CASE p.state WHEN 'refused' THEN 0 ELSE 0 - p.amount_micros END AS expected,
           CAST(coalesce(sum(e.amount_micros), 0) AS bigint) AS found
      FROM paybacks p
      LEFT JOIN entries e ON e.kind = 'adjustment' AND e.account_id = p.account_id
       AND (e.reference = 'payback:' || p.id OR e.reference = 'payback:' || p.id || ':refused')
     GROUP BY p.account_id, p.id, p.state, p.amount_micros`,
  'payment gives back no more than it brought': `
    SELECT p.account_id, p.payment AS name, 0 AS expected, 1 AS found
      FROM paybacks p
      LEFT JOIN entries e ON e.kind = 'topup' AND e.account_id = p.account_id AND e.reference = p.payment
     WHERE p.state <> 'refused' GROUP BY p.account_id, p.payment, e.amount_micros
    HAVING e.amount_micros IS NULL OR sum(p.amount_micros) > e.amount_micros`,
  'granted equals what is left of grants': `
    SELECT a.id AS account_id, a.id AS name, CAST(coalesce(sum(g.remaining_micros), 0) AS bigint) AS expected,
           a.granted_micros AS found
      FROM accounts a LEFT JOIN grants g ON g.account_id = a.id
     GROUP BY a.id, a.granted_micros HAVING a.granted_micros <> coalesce(sum(g.remaining_micros), 0)`,
  'grants have no more than the balance': `
    SELECT id AS account_id, id AS name, balance_micros AS expected, granted_micros AS found
      FROM accounts WHERE granted_micros > balance_micros`,
  'what is left of a grant is what was not used': `
    SELECT g.account_id, g.id AS name, g.amount_micros - CAST(coalesce(sum(u.amount_micros), 0) AS bigint) AS expected,
           g.remaining_micros AS found
      FROM grants g LEFT JOIN grant_uses u ON u.grant_id = g.id GROUP BY g.account_id, g.id, g.amount_micros, g.remaining_micros`,
  'grant has the entry that gave it': `
    SELECT g.account_id, g.id AS name, g.amount_micros AS expected, CAST(coalesce(sum(e.amount_micros), 0) AS bigint) AS found
      FROM grants g
      LEFT JOIN entries e ON e.account_id = g.account_id AND e.reference = g.reference
       AND e.kind = CASE g.kind WHEN 'paid' THEN 'topup' ELSE 'adjustment' END
     GROUP BY g.account_id, g.id, g.amount_micros`,
  'entry moves no less than grants say': `
    SELECT u.account_id, u.account_id AS name, 0 AS expected, 1 AS found
      FROM grant_uses u LEFT JOIN entries e ON e.account_id = u.account_id AND e.seq = u.entry_seq
     GROUP BY u.account_id, u.entry_seq, e.amount_micros
    HAVING e.amount_micros IS NULL OR abs(sum(u.amount_micros)) > abs(e.amount_micros)
        OR (sum(u.amount_micros) > 0 AND e.amount_micros > 0) OR (sum(u.amount_micros) < 0 AND e.amount_micros < 0)`,
  'paid recharge has its top-up': `
    SELECT r.account_id, r.id AS name, r.amount_micros AS expected, CAST(coalesce(sum(e.amount_micros), 0) AS bigint) AS found
      FROM recharges r
      LEFT JOIN entries e ON e.kind = 'topup' AND e.account_id = r.account_id AND e.reference = r.payment
     WHERE r.state = 'paid' GROUP BY r.account_id, r.id, r.amount_micros`,
  'paid order has its top-up': `
    SELECT o.account_id, o.id AS name, 1 AS expected, CAST(count(e.id) AS bigint) AS found
      FROM topup_orders o
      LEFT JOIN entries e ON e.kind = 'topup' AND e.account_id = o.account_id AND e.reference = o.reference
     WHERE o.state = 'paid' GROUP BY o.account_id, o.id`,
};

export function* compareSideTables(differences: Differences): Reading<void> {
  for (const [check, sql] of Object.entries(CHECKS)) {
    for (const { account_id, name, expected, found } of yield { sql, values: [] })
      differences.compare(account_id as string, `${check} (${name})`, expected, found);
  }
}
