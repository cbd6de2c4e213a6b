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
};
