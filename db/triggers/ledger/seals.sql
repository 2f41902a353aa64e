-- Seals are never broken.
CREATE TRIGGER seals_delete BEFORE DELETE ON seals BEGIN
  SELECT raise(abort, 'the ledger is append-only');
END;
