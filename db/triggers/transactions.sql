-- Balances and totals are sums of the ledger. A CHECK of `users` rejects a balance below zero, and with it the
-- transaction. A day's row has XP that is in the balance already.
CREATE TRIGGER transactions_insert AFTER INSERT ON transactions BEGIN
  UPDATE users SET
    coins = coins + new.coins,
    xp = xp + new.xp,
    ledger_id = new.id,
    spirit_level = CASE WHEN new.type_id = 8 THEN max(spirit_level, new.source_id) ELSE spirit_level END,
    sales_count = sales_count + (new.type_id = 1 AND new.source_type = 'user'),
    purchases_count = purchases_count + (new.type_id = 1 AND new.source_type = 'item' AND new.copies IS NOT NULL),
    challenges_count = challenges_count + (new.type_id = 2)
    WHERE id = new.user_id AND new.source_type <> 'day';
  INSERT INTO transaction_totals (user_id, incoming, type_id, source_type, count, coins, xp)
    SELECT new.user_id, 1, new.type_id, new.source_type, 1, new.coins, new.xp
    UNION ALL SELECT new.source_id, 0, new.type_id, 'user', 1, new.coins, new.xp WHERE new.source_type = 'user'
    ON CONFLICT (user_id, incoming, type_id, source_type)
    DO UPDATE SET count = count + 1, coins = coins + excluded.coins, xp = xp + excluded.xp;
END;

-- Ledger rows never change.
CREATE TRIGGER transactions_update BEFORE UPDATE ON transactions BEGIN
  SELECT raise(abort, 'the ledger is append-only');
END;

-- Ledger rows are never removed, except that a fold replaces rows by their sum (db/triggers/ledger_folds.sql): no other statement
-- runs while its command exists.
CREATE TRIGGER transactions_delete BEFORE DELETE ON transactions
WHEN NOT EXISTS (SELECT 1 FROM ledger_folds) BEGIN
  SELECT raise(abort, 'the ledger is append-only');
END;

-- A day's row comes of a fold alone.
CREATE TRIGGER transactions_insert_day BEFORE INSERT ON transactions
WHEN new.source_type = 'day' AND NOT EXISTS (SELECT 1 FROM ledger_folds) BEGIN
  SELECT raise(abort, 'only folded rows have a day as their source');
END;

-- Folded rows count as one.
CREATE TRIGGER transactions_delete_totals AFTER DELETE ON transactions BEGIN
  UPDATE transaction_totals SET count = count - 1, xp = xp - old.xp
    WHERE user_id = old.user_id AND incoming = 1 AND type_id = old.type_id AND source_type = old.source_type;
END;

-- A key is used once, also after its row was folded. These need no row here: `clears` and `user_achievements` say what was paid.
CREATE TRIGGER transactions_delete_key AFTER DELETE ON transactions
WHEN NOT (old.key GLOB 'clear:*' OR old.key GLOB 'achievement:*') BEGIN
  INSERT OR IGNORE INTO ledger_keys (key) VALUES (old.key);
END;

-- A key that was used up counts as a conflict: nothing is written.
CREATE TRIGGER transactions_once BEFORE INSERT ON transactions
WHEN EXISTS (SELECT 1 FROM ledger_keys WHERE key = new.key) BEGIN
  SELECT raise(ignore);
END;
