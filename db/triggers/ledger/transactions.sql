-- Ledger rows never change.
CREATE TRIGGER transactions_update BEFORE UPDATE ON transactions BEGIN
  SELECT raise(abort, 'the ledger is append-only');
END;

-- A row that has moved exists nowhere else. Others are copies, which are replaced if the main database was rewound.
CREATE TRIGGER transactions_delete BEFORE DELETE ON transactions
WHEN EXISTS (SELECT 1 FROM seals WHERE id >= old.id) BEGIN
  SELECT raise(abort, 'the ledger is append-only');
END;
