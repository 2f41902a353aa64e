-- Ledger rows never change.
CREATE TRIGGER transactions_update BEFORE UPDATE ON transactions BEGIN
  SELECT raise(abort, 'the ledger is append-only');
END;

-- An archived row exists nowhere else.
CREATE TRIGGER transactions_delete BEFORE DELETE ON transactions BEGIN
  SELECT raise(abort, 'the ledger is append-only');
END;
