// Owns what `ledger verify` asks about running sums, complaints and events, in SQL that both backends take: a sum must be what the calls
// behind it were charged, and a complaint must have its refund entry. Rows say what was expected and what was `found`.

export const SUM_CHECKS: Record<string, string> = {
  'running sum of the project equals its charges': `
    SELECT p.account_id, p.id AS name, CAST(coalesce(c.charged, 0) AS bigint) AS expected, s.total_micros AS found
      FROM projects p LEFT JOIN spend s ON s.scope = 'project_id:' || p.id
      LEFT JOIN (SELECT project_id, sum(charged_micros) AS charged FROM calls
                  WHERE project_id IS NOT NULL GROUP BY project_id) c ON c.project_id = p.id`,
  'running sum of the key equals its charges': `
    SELECT k.account_id, k.id AS name, CAST(coalesce(c.charged, 0) AS bigint) AS expected, s.total_micros AS found
      FROM keys k LEFT JOIN spend s ON s.scope = 'key_id:' || k.id
      LEFT JOIN (SELECT key_id, sum(charged_micros) AS charged FROM calls
                  WHERE key_id IN (SELECT id FROM keys WHERE total_cap_micros IS NOT NULL) GROUP BY key_id) c
        ON c.key_id = k.id
     WHERE k.total_cap_micros IS NOT NULL`,
  'complaint has its refund entry and no other': `
    SELECT c.account_id, c.id AS name, c.refunded_micros AS expected, CAST(coalesce(sum(e.amount_micros), 0) AS bigint) AS found
      FROM complaints c
      LEFT JOIN entries e ON e.kind = 'refund' AND e.call_seq = c.call_seq AND e.reference = 'complaint:' || c.id
     GROUP BY c.account_id, c.id, c.refunded_micros`,
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
