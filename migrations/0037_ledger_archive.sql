CREATE TABLE `archived_copies` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`type_id` integer NOT NULL,
	`coins` integer NOT NULL,
	`previous_id` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ledger_archive` (
	`id` integer PRIMARY KEY NOT NULL,
	`uncounted_to` integer DEFAULT 0 NOT NULL,
	`copied_to` integer DEFAULT 0 NOT NULL,
	`bookmarks` text,
	`copied_since` integer,
	`moved_to` integer DEFAULT 0 NOT NULL,
	`moving_to` integer,
	`held_until` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
-- The first rows are copied and move a day later: until then, the version before still shows all of them.
INSERT INTO `ledger_archive` (`id`, `held_until`, `uncounted_to`)
  SELECT 1, (unixepoch() + 86400) * 1000, coalesce(max(`id`), 0) FROM `transactions`;
--> statement-breakpoint
CREATE TABLE `ledger_keys` (
	`key` text PRIMARY KEY NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `inventory` ADD `archived_id` integer;--> statement-breakpoint
CREATE INDEX `inventory_transaction` ON `inventory` (`transaction_id`) WHERE "inventory"."transaction_id" is not null;--> statement-breakpoint
ALTER TABLE `transaction_totals` ADD `newest_id` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `transaction_totals` ADD `archived_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `transaction_totals` ADD `archived_coins` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `transaction_totals` ADD `archived_xp` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `transaction_totals` ADD `archived_taken` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `transaction_totals` ADD `archived_taken_by_others` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- A copy that was sold again has a live entry.
CREATE TRIGGER inventory_resale AFTER UPDATE OF transaction_id ON inventory
WHEN new.transaction_id IS NOT NULL AND new.archived_id IS NOT NULL BEGIN
  UPDATE inventory SET archived_id = NULL WHERE id = new.id;
END;
--> statement-breakpoint
DROP TRIGGER transactions_insert;
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
  INSERT INTO transaction_totals (user_id, incoming, type_id, source_type, count, coins, xp, newest_id)
    SELECT new.user_id, 1, new.type_id, new.source_type, 1, new.coins, new.xp, new.id
    UNION ALL SELECT new.source_id, 0, new.type_id, 'user', 1, new.coins, new.xp, new.id WHERE new.source_type = 'user'
    ON CONFLICT (user_id, incoming, type_id, source_type)
    DO UPDATE SET count = count + 1, coins = coins + excluded.coins, xp = xp + excluded.xp, newest_id = excluded.newest_id;
END;
--> statement-breakpoint
DROP TRIGGER transactions_delete;
--> statement-breakpoint
-- Ledger rows are never removed, except that the schedule moves old ones to the archives (worker/ledger/archive-ledger.ts): its batch
-- names them in `ledger_archive`.
CREATE TRIGGER transactions_delete BEFORE DELETE ON transactions
WHEN NOT EXISTS (SELECT 1 FROM ledger_archive WHERE old.id > moved_to AND old.id <= moving_to) BEGIN
  SELECT raise(abort, 'the ledger is append-only');
END;
--> statement-breakpoint
-- What is archived still counts.
CREATE TRIGGER transactions_delete_totals AFTER DELETE ON transactions BEGIN
  UPDATE transaction_totals SET archived_count = archived_count + 1, archived_coins = archived_coins + old.coins,
    archived_xp = archived_xp + old.xp,
    archived_taken = archived_taken + (old.type_id = 5 AND old.source_type = 'user' AND old.coins < 0),
    archived_taken_by_others = archived_taken_by_others
      + (old.type_id = 5 AND old.source_type = 'user' AND old.coins < 0 AND old.source_id <> old.user_id)
    WHERE user_id = old.user_id AND incoming = 1 AND type_id = old.type_id AND source_type = old.source_type;
  UPDATE transaction_totals SET archived_count = archived_count + 1, archived_coins = archived_coins + old.coins,
    archived_xp = archived_xp + old.xp
    WHERE old.source_type = 'user' AND user_id = old.source_id AND incoming = 0 AND type_id = old.type_id AND source_type = 'user';
END;
--> statement-breakpoint
-- A key is used once, also after its row was archived. These need no row here: `clears`, `users.spirit_level` and `user_achievements` say
-- what was paid, and a sale goes with its purchase.
CREATE TRIGGER transactions_delete_key AFTER DELETE ON transactions
WHEN NOT (old.key GLOB 'clear:*' OR old.key GLOB 'spirit:*' OR old.key GLOB 'achievement:*'
  OR old.type_id = 1 AND old.source_type = 'user') BEGIN
  INSERT OR IGNORE INTO ledger_keys (key) VALUES (old.key);
END;
--> statement-breakpoint
-- A copy's history needs the rows that brought it to its owners. Before the row goes, because the copy refers to it.
CREATE TRIGGER transactions_delete_copies BEFORE DELETE ON transactions
WHEN old.copies IS NOT NULL AND NOT (old.type_id = 1 AND old.source_type = 'user') BEGIN
  INSERT INTO archived_copies (id, user_id, type_id, coins, previous_id, created_at)
    VALUES (old.id, old.user_id, old.type_id, old.coins, old.previous_id, old.created_at);
  UPDATE inventory SET archived_id = old.id, transaction_id = NULL WHERE transaction_id = old.id;
END;
--> statement-breakpoint
-- A key that was used before the row was archived counts as a conflict: nothing is written.
CREATE TRIGGER transactions_once BEFORE INSERT ON transactions
WHEN EXISTS (SELECT 1 FROM ledger_keys WHERE key = new.key) BEGIN
  SELECT raise(ignore);
END;
