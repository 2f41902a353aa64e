-- Nothing is folded unless number, sum, last id and last time of the rows are as the command says.
CREATE TRIGGER ledger_folds_check BEFORE INSERT ON ledger_folds
WHEN (new.rows, new.xp, new.last_id, new.last_at) IS NOT (
  SELECT count(*), sum(xp), max(id), max(created_at) FROM transactions INDEXED BY transactions_xp_alone
    WHERE user_id = new.user_id AND created_at >= new.starts_at AND created_at < new.ends_at AND type_id = new.type_id
      AND coins = 0 AND copies IS NULL AND xp > 0 AND source_type NOT IN ('user', 'day')) BEGIN
  SELECT raise(ignore);
END;

-- The rows give way to one with their sum, in the place of the last one.
CREATE TRIGGER ledger_folds_insert AFTER INSERT ON ledger_folds BEGIN
  DELETE FROM transactions WHERE id IN (SELECT id FROM transactions INDEXED BY transactions_xp_alone
    WHERE user_id = new.user_id AND created_at >= new.starts_at AND created_at < new.ends_at AND type_id = new.type_id
      AND coins = 0 AND copies IS NULL AND xp > 0 AND source_type NOT IN ('user', 'day'));
  INSERT INTO transactions (id, key, user_id, type_id, source_type, source_id, xp, created_at)
    VALUES (new.last_id, 'xp:' || new.last_id, new.user_id, new.type_id, 'day', new.rows, new.xp, new.last_at);
  DELETE FROM ledger_folds;
END;
