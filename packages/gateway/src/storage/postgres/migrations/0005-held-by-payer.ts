// Schema version 5: one index over open holds instead of two, by account and then by key. Every call is added to it and removed from it,
// and it serves both kinds of query. The check of an entry finds its call by number and compares afterwards: with all conditions in one
// query, a server without fresh statistics scanned every call of the account. A migration that has shipped is never edited.

export const heldByPayer = `
CREATE INDEX calls_held ON calls (account_id, key_id) WHERE state = 'held';
DROP INDEX calls_held_by_key;
DROP INDEX calls_held_by_account;

CREATE OR REPLACE FUNCTION reelgate_entry_fits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  call record;
BEGIN
  IF NEW.call_seq IS NULL THEN
    PERFORM 1 FROM accounts a WHERE a.id = NEW.account_id;
    IF FOUND AND NEW.kind <> 'charge' THEN RETURN NEW; END IF;
  ELSE
    SELECT c.account_id, c.state, c.charged_micros, c.finished_at_ms INTO call FROM calls c WHERE c.seq = NEW.call_seq;
    IF FOUND AND call.state = 'settled' AND call.account_id = NEW.account_id AND (NEW.kind <> 'charge' OR
         (call.charged_micros = -NEW.amount_micros AND call.finished_at_ms = NEW.at_ms)) THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION USING MESSAGE = 'an entry must fit its account and its settled call',
    ERRCODE = 'integrity_constraint_violation';
END $$;
`;
