CREATE TABLE `ledger_folds` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`type_id` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`rows` integer NOT NULL,
	`xp` integer NOT NULL,
	`last_id` integer NOT NULL,
	`last_at` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `transactions_own_coins`;--> statement-breakpoint
CREATE INDEX `transactions_xp_alone` ON `transactions` (`user_id`,`created_at`) WHERE coins = 0 and copies is null and xp > 0 and source_type not in ('user', 'day');--> statement-breakpoint
CREATE INDEX `transactions_own_coins` ON `transactions` (`user_id`,`type_id`,`source_type`,`coins`,`id`) WHERE source_type <> 'day';
--> statement-breakpoint
-- Nothing is folded unless number, sum, last id and last time of the rows are as the command says.
CREATE TRIGGER ledger_folds_check BEFORE INSERT ON ledger_folds
WHEN (new.rows, new.xp, new.last_id, new.last_at) IS NOT (
  SELECT count(*), sum(xp), max(id), max(created_at) FROM transactions INDEXED BY transactions_xp_alone
    WHERE user_id = new.user_id AND created_at >= new.starts_at AND created_at < new.ends_at AND type_id = new.type_id
      AND coins = 0 AND copies IS NULL AND xp > 0 AND source_type NOT IN ('user', 'day')) BEGIN
  SELECT raise(ignore);
END;
--> statement-breakpoint
-- The rows give way to one with their sum, in the place of the last one.
CREATE TRIGGER ledger_folds_insert AFTER INSERT ON ledger_folds BEGIN
  DELETE FROM transactions WHERE id IN (SELECT id FROM transactions INDEXED BY transactions_xp_alone
    WHERE user_id = new.user_id AND created_at >= new.starts_at AND created_at < new.ends_at AND type_id = new.type_id
      AND coins = 0 AND copies IS NULL AND xp > 0 AND source_type NOT IN ('user', 'day'));
  INSERT INTO transactions (id, key, user_id, type_id, source_type, source_id, xp, created_at)
    VALUES (new.last_id, 'xp:' || new.last_id, new.user_id, new.type_id, 'day', new.rows, new.xp, new.last_at);
  DELETE FROM ledger_folds;
END;
--> statement-breakpoint
DROP TRIGGER transactions_insert;
--> statement-breakpoint
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
--> statement-breakpoint
DROP TRIGGER transactions_delete;
--> statement-breakpoint
-- Ledger rows are never removed, except that a fold replaces rows by their sum (db/triggers/ledger_folds.sql): no other statement
-- runs while its command exists.
CREATE TRIGGER transactions_delete BEFORE DELETE ON transactions
WHEN NOT EXISTS (SELECT 1 FROM ledger_folds) BEGIN
  SELECT raise(abort, 'the ledger is append-only');
END;
--> statement-breakpoint
-- A day's row comes of a fold alone.
CREATE TRIGGER transactions_insert_day BEFORE INSERT ON transactions
WHEN new.source_type = 'day' AND NOT EXISTS (SELECT 1 FROM ledger_folds) BEGIN
  SELECT raise(abort, 'only folded rows have a day as their source');
END;
--> statement-breakpoint
-- Folded rows count as one.
CREATE TRIGGER transactions_delete_totals AFTER DELETE ON transactions BEGIN
  UPDATE transaction_totals SET count = count - 1, xp = xp - old.xp
    WHERE user_id = old.user_id AND incoming = 1 AND type_id = old.type_id AND source_type = old.source_type;
END;
--> statement-breakpoint
-- A key is used once, also after its row was folded. These need no row here: `clears` and `user_achievements` say what was paid.
CREATE TRIGGER transactions_delete_key AFTER DELETE ON transactions
WHEN NOT (old.key GLOB 'clear:*' OR old.key GLOB 'achievement:*') BEGIN
  INSERT OR IGNORE INTO ledger_keys (key) VALUES (old.key);
END;
