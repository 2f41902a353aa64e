CREATE TABLE `achievement_queue` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `achievements` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`picture` text NOT NULL,
	`stat` text NOT NULL,
	`target` integer NOT NULL,
	`coins` integer DEFAULT 0 NOT NULL,
	`xp` integer DEFAULT 0 NOT NULL,
	`checked_to` integer DEFAULT 0
);
--> statement-breakpoint
CREATE INDEX `achievements_target` ON `achievements` (`stat`,`target`);--> statement-breakpoint
CREATE TABLE `user_achievements` (
	`user_id` integer NOT NULL,
	`achievement_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `achievement_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `item_prices` (
	`item_id` integer NOT NULL,
	`day` text NOT NULL,
	`count` integer NOT NULL,
	`sum` integer NOT NULL,
	`lowest` integer NOT NULL,
	`highest` integer NOT NULL,
	PRIMARY KEY(`item_id`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `wishes` (
	`user_id` integer NOT NULL,
	`item_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `item_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `wishes_newest` ON `wishes` (`user_id`,`created_at`,`item_id`);--> statement-breakpoint
CREATE TABLE `daily_clears` (
	`user_id` integer NOT NULL,
	`day` text NOT NULL,
	`level_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `day`, `level_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `daily_payments` (
	`day` text PRIMARY KEY NOT NULL,
	`paid_to` integer DEFAULT 0 NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE TABLE `transaction_totals` (
	`user_id` integer NOT NULL,
	`incoming` integer NOT NULL,
	`type_id` integer NOT NULL,
	`source_type` text NOT NULL,
	`count` integer NOT NULL,
	`coins` integer NOT NULL,
	`xp` integer NOT NULL,
	PRIMARY KEY(`user_id`, `incoming`, `type_id`, `source_type`)
) WITHOUT ROWID;
--> statement-breakpoint
-- Copies are never deleted: their ids only grow, without a sequence that costs a row a write.
DROP TRIGGER inventory_insert;--> statement-breakpoint
DROP TRIGGER inventory_delete;--> statement-breakpoint
CREATE TABLE `__new_inventory` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`item_id` integer NOT NULL,
	`type_id` integer NOT NULL,
	`serial` integer,
	`transaction_id` integer,
	`resale_price` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transaction_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_inventory` (id, user_id, item_id, type_id, serial, transaction_id, created_at)
  SELECT id, user_id, item_id, type_id, serial, transaction_id, created_at FROM inventory;--> statement-breakpoint
DROP TABLE `inventory`;--> statement-breakpoint
ALTER TABLE `__new_inventory` RENAME TO `inventory`;--> statement-breakpoint
CREATE TABLE `__new_inventory_counts` (
	`user_id` integer NOT NULL,
	`type_id` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`user_id`, `type_id`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_inventory_counts` SELECT user_id, type_id, count FROM inventory_counts;--> statement-breakpoint
DROP TABLE `inventory_counts`;--> statement-breakpoint
ALTER TABLE `__new_inventory_counts` RENAME TO `inventory_counts`;--> statement-breakpoint
CREATE TRIGGER inventory_insert AFTER INSERT ON inventory BEGIN
  INSERT INTO inventory_counts (user_id, type_id, count) VALUES (new.user_id, new.type_id, 1)
    ON CONFLICT (user_id, type_id) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER inventory_delete AFTER DELETE ON inventory BEGIN
  UPDATE inventory_counts SET count = count - 1 WHERE user_id = old.user_id AND type_id = old.type_id;
END;
--> statement-breakpoint
CREATE UNIQUE INDEX `inventory_once` ON `inventory` (`user_id`,`item_id`);--> statement-breakpoint
CREATE INDEX `inventory_owned` ON `inventory` (`user_id`,`type_id`,`created_at`,`id`,`item_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `inventory_serial` ON `inventory` (`item_id`,`serial`) WHERE "inventory"."serial" is not null;--> statement-breakpoint
CREATE INDEX `inventory_offered` ON `inventory` (`item_id`,`resale_price`,`id`) WHERE "inventory"."resale_price" is not null;--> statement-breakpoint
PRAGMA defer_foreign_keys=ON;--> statement-breakpoint
-- Ids of an append-only table only grow, without a sequence that costs a row a write.
CREATE TABLE `__new_transactions` (
	`id` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`stamp` integer DEFAULT 0 NOT NULL,
	`user_id` integer NOT NULL,
	`type_id` integer NOT NULL,
	`source_type` text NOT NULL,
	`source_id` integer NOT NULL,
	`coins` integer DEFAULT 0 NOT NULL,
	`xp` integer DEFAULT 0 NOT NULL,
	`copies` text,
	`previous_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "transactions_xp" CHECK(xp = 0 or type_id not in (1, 8))
);
--> statement-breakpoint
INSERT INTO `__new_transactions`("id", "key", "user_id", "type_id", "source_type", "source_id", "coins", "xp", "copies", "created_at")
  SELECT "id", "key", "user_id", "type_id", "source_type", "source_id", "coins", "xp",
    (SELECT json_array(json_array(v.item_id, v.serial)) FROM inventory v
      WHERE v.user_id = t.user_id AND v.transaction_id = t.id AND t.source_type = 'item' AND v.item_id = t.source_id),
    "created_at" FROM `transactions` t;--> statement-breakpoint
DROP TABLE `transactions`;--> statement-breakpoint
ALTER TABLE `__new_transactions` RENAME TO `transactions`;--> statement-breakpoint
CREATE UNIQUE INDEX `transactions_key` ON `transactions` (`key`);--> statement-breakpoint
CREATE INDEX `transactions_own` ON `transactions` (`user_id`,`type_id`,`source_type`,`id`);--> statement-breakpoint
CREATE INDEX `transactions_own_coins` ON `transactions` (`user_id`,`type_id`,`source_type`,`coins`,`id`);--> statement-breakpoint
CREATE INDEX `transactions_own_xp` ON `transactions` (`user_id`,`type_id`,`source_type`,`xp`,`id`) WHERE type_id not in (1, 8);--> statement-breakpoint
CREATE INDEX `transactions_from` ON `transactions` (`source_id`,`type_id`,`id`) WHERE source_type = 'user';--> statement-breakpoint
CREATE INDEX `transactions_from_coins` ON `transactions` (`source_id`,`type_id`,`coins`,`id`) WHERE source_type = 'user';--> statement-breakpoint
CREATE INDEX `transactions_from_xp` ON `transactions` (`source_id`,`type_id`,`xp`,`id`) WHERE source_type = 'user' and type_id not in (1, 8);--> statement-breakpoint
ALTER TABLE `items` ADD `stock` integer;--> statement-breakpoint
ALTER TABLE `items` ADD `sold_out` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `items` ADD `featured_at` integer;--> statement-breakpoint
ALTER TABLE `items` ADD `sales_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `items` ADD `wishes_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `items` ADD `listings_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `items_featured` ON `items` (`featured_at`) WHERE "items"."featured_at" is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `ledger_id` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `spirit_level` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `ratings_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `comments_written` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `purchases_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `sales_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `challenges_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `achievements_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `wishes_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `users_gold` ON `users` (`id`,`gold_until`) WHERE "users"."gold_until" is not null;--> statement-breakpoint
-- What the shop's lists sort by: 0 can't be bought, 1 for everybody, 2 for Gold members in its month.
ALTER TABLE items ADD COLUMN sale_state integer GENERATED ALWAYS AS (
  CASE WHEN purchasable = 'offsale' OR sold_out = 1 THEN 0 WHEN gold_month IS NOT NULL THEN 2 ELSE 1 END
) VIRTUAL;
--> statement-breakpoint
-- One index for each way the shop is sorted; backwards they are the opposite ones.
CREATE INDEX items_state ON items (sale_state, id);
--> statement-breakpoint
CREATE INDEX items_type_state ON items (type_id, sale_state, id);
--> statement-breakpoint
CREATE INDEX items_price ON items (sale_state, price, id);
--> statement-breakpoint
CREATE INDEX items_price_newest ON items (sale_state, price, id DESC);
--> statement-breakpoint
CREATE INDEX items_type_price ON items (type_id, sale_state, price, id);
--> statement-breakpoint
CREATE INDEX items_type_price_newest ON items (type_id, sale_state, price, id DESC);
--> statement-breakpoint
CREATE INDEX items_gold ON items (id) WHERE gold_month IS NOT NULL;
--> statement-breakpoint
CREATE INDEX items_gold_month ON items (gold_month, sale_state, price, id) WHERE gold_month IS NOT NULL;
--> statement-breakpoint
-- Items by what they are called and who made them, under row ids that carry popularity as those of levels do.
CREATE VIRTUAL TABLE item_search USING fts5(
  name, creator,
  content='', contentless_delete=1, prefix='1 2 3', tokenize="unicode61 remove_diacritics 2"
);
--> statement-breakpoint
ALTER TABLE items ADD COLUMN search_row integer GENERATED ALWAYS AS (
  id + 1099511627776 * (
    (sales_count + favorites_count >= 1) + (sales_count + favorites_count >= 4) + (sales_count + favorites_count >= 16)
    + (sales_count + favorites_count >= 64) + (sales_count + favorites_count >= 256)
    + (sales_count + favorites_count >= 1024) + (sales_count + favorites_count >= 4096)
    + (sales_count + favorites_count >= 16384) + (sales_count + favorites_count >= 65536)
    + (sales_count + favorites_count >= 262144)
  )
) VIRTUAL;
--> statement-breakpoint
UPDATE items SET sales_count = coalesce((SELECT max(serial) FROM inventory v WHERE v.item_id = items.id AND v.serial IS NOT NULL), 0);
--> statement-breakpoint
INSERT INTO item_search (rowid, name, creator) SELECT i.search_row, i.name, u.username FROM items i JOIN users u ON u.id = i.user_id;
--> statement-breakpoint
CREATE TRIGGER items_insert_search AFTER INSERT ON items BEGIN
  INSERT INTO item_search (rowid, name, creator)
    SELECT new.search_row, new.name, username FROM users WHERE id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER items_update_search AFTER UPDATE OF name, sales_count, favorites_count ON items
WHEN new.name <> old.name OR new.search_row <> old.search_row BEGIN
  DELETE FROM item_search WHERE rowid = old.search_row;
  INSERT INTO item_search (rowid, name, creator)
    SELECT new.search_row, new.name, username FROM users WHERE id = new.user_id;
END;
--> statement-breakpoint
-- The shop's totals, by type and state; Gold items of every month, sold out or not, once more.
CREATE TRIGGER items_insert_counters AFTER INSERT ON items BEGIN
  INSERT INTO counters (name, value)
    SELECT 'items:' || new.type_id || ':' || new.sale_state, 1
    UNION ALL SELECT 'items:gold', 1 WHERE new.gold_month IS NOT NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER items_update_counters AFTER UPDATE OF purchasable, sold_out, gold_month ON items
WHEN new.sale_state <> old.sale_state OR (new.gold_month IS NULL) <> (old.gold_month IS NULL) BEGIN
  INSERT INTO counters (name, value)
    SELECT 'items:' || old.type_id || ':' || old.sale_state, -1
    UNION ALL SELECT 'items:' || new.type_id || ':' || new.sale_state, 1
    UNION ALL SELECT 'items:gold', (new.gold_month IS NOT NULL) - (old.gold_month IS NOT NULL)
    WHERE true ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
INSERT INTO counters (name, value)
  SELECT 'items:' || type_id || ':' || sale_state, count(*) FROM items GROUP BY type_id, sale_state
  UNION ALL SELECT 'items:gold', count(*) FROM items WHERE gold_month IS NOT NULL;
--> statement-breakpoint
-- A copy that is sold raises the item's serial; with the last one of a limited item its sale ends.
CREATE TRIGGER inventory_insert_sale AFTER INSERT ON inventory WHEN new.serial IS NOT NULL BEGIN
  UPDATE items SET sales_count = max(sales_count, new.serial) WHERE id = new.item_id;
END;
--> statement-breakpoint
CREATE TRIGGER items_sold_out AFTER UPDATE OF sales_count ON items
WHEN new.stock IS NOT NULL AND new.sales_count >= new.stock AND new.sold_out = 0 BEGIN
  UPDATE items SET sold_out = 1 WHERE id = new.id;
END;
--> statement-breakpoint
-- A copy that is resold changes its owner, and what is offered is counted.
CREATE TRIGGER inventory_move AFTER UPDATE OF user_id ON inventory WHEN new.user_id <> old.user_id BEGIN
  UPDATE inventory_counts SET count = count - 1 WHERE user_id = old.user_id AND type_id = old.type_id;
  INSERT INTO inventory_counts (user_id, type_id, count) VALUES (new.user_id, new.type_id, 1)
    ON CONFLICT (user_id, type_id) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER inventory_offer AFTER UPDATE OF resale_price ON inventory
WHEN (new.resale_price IS NULL) <> (old.resale_price IS NULL) BEGIN
  UPDATE items SET listings_count = listings_count + (new.resale_price IS NOT NULL) - (old.resale_price IS NOT NULL)
    WHERE id = new.item_id;
END;
--> statement-breakpoint
CREATE TRIGGER wishes_insert AFTER INSERT ON wishes BEGIN
  UPDATE users SET wishes_count = wishes_count + 1 WHERE id = new.user_id;
  UPDATE items SET wishes_count = wishes_count + 1 WHERE id = new.item_id;
END;
--> statement-breakpoint
CREATE TRIGGER wishes_delete AFTER DELETE ON wishes BEGIN
  UPDATE users SET wishes_count = wishes_count - 1 WHERE id = old.user_id;
  UPDATE items SET wishes_count = wishes_count - 1 WHERE id = old.item_id;
END;
--> statement-breakpoint
-- The ledger: rows are added and never changed; balances and totals follow, and users' CHECKs keep balances from going
-- below zero. The table's triggers went with the old one.
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
CREATE TRIGGER transactions_update BEFORE UPDATE ON transactions BEGIN
  SELECT raise(abort, 'the ledger is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER transactions_delete BEFORE DELETE ON transactions BEGIN
  SELECT raise(abort, 'the ledger is append-only');
END;
--> statement-breakpoint
INSERT INTO transaction_totals (user_id, incoming, type_id, source_type, count, coins, xp)
  SELECT user_id, 1, type_id, source_type, count(*), sum(coins), sum(xp) FROM transactions GROUP BY user_id, type_id, source_type;
--> statement-breakpoint
INSERT INTO transaction_totals (user_id, incoming, type_id, source_type, count, coins, xp)
  SELECT source_id, 0, type_id, 'user', count(*), sum(coins), sum(xp) FROM transactions
  WHERE source_type = 'user' GROUP BY source_id, type_id;
--> statement-breakpoint
-- Levels that were reached before they were paid for stay unpaid.
UPDATE users SET
  ledger_id = coalesce((SELECT max(id) FROM transactions t WHERE t.user_id = users.id), 0),
  spirit_level = CAST((1 + sqrt(1 + 0.08 * xp)) / 2 AS integer);
--> statement-breakpoint
UPDATE users SET ratings_count = g.n FROM (SELECT user_id, count(*) AS n FROM ratings GROUP BY user_id) g WHERE g.user_id = users.id;
--> statement-breakpoint
UPDATE users SET comments_written = g.n FROM (SELECT user_id, count(*) AS n FROM comments GROUP BY user_id) g WHERE g.user_id = users.id;
--> statement-breakpoint
UPDATE users SET purchases_count = g.n FROM (SELECT user_id, count(*) AS n FROM transactions
  WHERE type_id = 1 AND source_type = 'item' AND copies IS NOT NULL GROUP BY user_id) g WHERE g.user_id = users.id;
--> statement-breakpoint
CREATE TRIGGER ratings_insert_stat AFTER INSERT ON ratings BEGIN
  UPDATE users SET ratings_count = ratings_count + 1 WHERE id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER ratings_delete_stat AFTER DELETE ON ratings BEGIN
  UPDATE users SET ratings_count = ratings_count - 1 WHERE id = old.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER comments_insert_stat AFTER INSERT ON comments BEGIN
  UPDATE users SET comments_written = comments_written + 1 WHERE id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER user_achievements_insert AFTER INSERT ON user_achievements BEGIN
  UPDATE users SET achievements_count = achievements_count + 1 WHERE id = new.user_id;
END;
--> statement-breakpoint
-- Whoever reaches a target is looked at: worker/achievements gives what is due.
CREATE TRIGGER users_clears_count_achieved AFTER UPDATE OF clears_count ON users WHEN new.clears_count > old.clears_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'clears_count' AND target > old.clears_count AND target <= new.clears_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER users_levels_count_achieved AFTER UPDATE OF levels_count ON users WHEN new.levels_count > old.levels_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'levels_count' AND target > old.levels_count AND target <= new.levels_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER users_plays_sum_achieved AFTER UPDATE OF plays_sum ON users WHEN new.plays_sum > old.plays_sum
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'plays_sum' AND target > old.plays_sum AND target <= new.plays_sum) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER users_ratings_count_achieved AFTER UPDATE OF ratings_count ON users WHEN new.ratings_count > old.ratings_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'ratings_count' AND target > old.ratings_count AND target <= new.ratings_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER users_comments_written_achieved AFTER UPDATE OF comments_written ON users WHEN new.comments_written > old.comments_written
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'comments_written' AND target > old.comments_written AND target <= new.comments_written) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER users_buddies_count_achieved AFTER UPDATE OF buddies_count ON users WHEN new.buddies_count > old.buddies_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'buddies_count' AND target > old.buddies_count AND target <= new.buddies_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER users_purchases_count_achieved AFTER UPDATE OF purchases_count ON users WHEN new.purchases_count > old.purchases_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'purchases_count' AND target > old.purchases_count AND target <= new.purchases_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER users_sales_count_achieved AFTER UPDATE OF sales_count ON users WHEN new.sales_count > old.sales_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'sales_count' AND target > old.sales_count AND target <= new.sales_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER users_spirit_level_achieved AFTER UPDATE OF spirit_level ON users WHEN new.spirit_level > old.spirit_level
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'spirit_level' AND target > old.spirit_level AND target <= new.spirit_level) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER users_challenges_count_achieved AFTER UPDATE OF challenges_count ON users WHEN new.challenges_count > old.challenges_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'challenges_count' AND target > old.challenges_count AND target <= new.challenges_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
