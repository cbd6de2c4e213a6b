// Owns what `ledger verify` asks about running sums, in SQL that both backends take: each must be what the calls behind it were
// charged. A row of the answer is one sum; a sum that is missing has nothing `found`.

export const SPEND_CHECKS: Record<string, string> = {
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
};
