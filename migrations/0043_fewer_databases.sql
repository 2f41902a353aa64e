DROP TRIGGER transactions_delete;
--> statement-breakpoint
DROP TRIGGER transactions_delete_copies;
--> statement-breakpoint
DROP TRIGGER inventory_resale;
--> statement-breakpoint
DROP TRIGGER transactions_insert;
--> statement-breakpoint
DROP TRIGGER transactions_delete_totals;
--> statement-breakpoint
CREATE TABLE `ledger_holds` (
	`held_until` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP TABLE `archived_copies`;--> statement-breakpoint
DROP TABLE `ledger_archive`;--> statement-breakpoint
ALTER TABLE `inventory` DROP COLUMN `archived_id`;--> statement-breakpoint
ALTER TABLE `transaction_totals` DROP COLUMN `newest_id`;--> statement-breakpoint
ALTER TABLE `transaction_totals` DROP COLUMN `archived_count`;--> statement-breakpoint
ALTER TABLE `transaction_totals` DROP COLUMN `archived_coins`;--> statement-breakpoint
ALTER TABLE `transaction_totals` DROP COLUMN `archived_xp`;--> statement-breakpoint
ALTER TABLE `transaction_totals` DROP COLUMN `archived_taken`;--> statement-breakpoint
ALTER TABLE `transaction_totals` DROP COLUMN `archived_taken_by_others`;
--> statement-breakpoint
DROP TRIGGER transactions_delete_key;
--> statement-breakpoint
-- Balances and totals are sums of the ledger. A CHECK of `users` rejects a balance below zero, and with it the
-- transaction.
CREATE TRIGGER transactions_insert AFTER INSERT ON transactions BEGIN
  UPDATE users SET
    coins = coins + new.coins,
    xp = xp + new.xp,
    ledger_id = new.id,
    spirit_level = CASE WHEN new.type_id = 8 THEN max(spirit_level, new.source_id) ELSE spirit_level END,
    sales_count = sales_count + (new.type_id = 1 AND new.source_type = 'user'),
    purchases_count = purchases_count + (new.type_id = 1 AND new.source_type = 'item' AND new.copies IS NOT NULL),
    challenges_count = challenges_count + (new.type_id = 2)
    WHERE id = new.user_id;
  INSERT INTO transaction_totals (user_id, incoming, type_id, source_type, count, coins, xp)
    SELECT new.user_id, 1, new.type_id, new.source_type, 1, new.coins, new.xp
    UNION ALL SELECT new.source_id, 0, new.type_id, 'user', 1, new.coins, new.xp WHERE new.source_type = 'user'
    ON CONFLICT (user_id, incoming, type_id, source_type)
    DO UPDATE SET count = count + 1, coins = coins + excluded.coins, xp = xp + excluded.xp;
END;
--> statement-breakpoint
-- Ledger rows are never removed.
CREATE TRIGGER transactions_delete BEFORE DELETE ON transactions BEGIN
  SELECT raise(abort, 'the ledger is append-only');
END;
