-- Items that staff have to look at, and what was taken out of sight. What is not shown is in no list of the shop, in no search
-- and in no total.
ALTER TABLE `items` ADD `state` text DEFAULT 'shown' NOT NULL;--> statement-breakpoint
-- 0 where its picture is still to be looked at for what it resembles.
ALTER TABLE `items` ADD `printed` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
UPDATE `items` SET `printed` = 0 WHERE `type_id` >= 4 AND `uuid` <> '';--> statement-breakpoint
CREATE INDEX `items_unprinted` ON `items` (`id`) WHERE "items"."printed" = 0;--> statement-breakpoint
CREATE INDEX `items_review` ON `items` (`state`,`id`) WHERE "items"."state" <> 'shown';--> statement-breakpoint
CREATE TABLE `item_reviews` (
	`item_id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`why` text NOT NULL,
	`resembles` text DEFAULT '[]' NOT NULL,
	`paid` integer DEFAULT 0 NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`decided_by` integer,
	`decided_at` integer,
	`rejected_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `item_reviews_rejected` ON `item_reviews` (`user_id`,`rejected_at`) WHERE "item_reviews"."rejected_at" is not null;--> statement-breakpoint
CREATE TABLE `item_prints` (
	`item_id` integer PRIMARY KEY NOT NULL,
	`print` text NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `item_marks` (
	`mark` text NOT NULL,
	`item_id` integer NOT NULL,
	PRIMARY KEY(`mark`, `item_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `item_takedowns` (
	`item_id` integer PRIMARY KEY NOT NULL,
	`after` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
-- The shop's orders know what is not shown as a state of its own, 3, which none of them walks.
DROP TRIGGER `items_insert_counters`;--> statement-breakpoint
DROP TRIGGER `items_update_counters`;--> statement-breakpoint
DROP INDEX `items_state`;--> statement-breakpoint
DROP INDEX `items_type_state`;--> statement-breakpoint
DROP INDEX `items_price`;--> statement-breakpoint
DROP INDEX `items_price_newest`;--> statement-breakpoint
DROP INDEX `items_type_price`;--> statement-breakpoint
DROP INDEX `items_type_price_newest`;--> statement-breakpoint
DROP INDEX `items_gold_month`;--> statement-breakpoint
ALTER TABLE `items` DROP COLUMN `sale_state`;--> statement-breakpoint
ALTER TABLE `items` ADD COLUMN `sale_state` integer GENERATED ALWAYS AS (
  CASE WHEN state <> 'shown' THEN 3 WHEN purchasable = 'offsale' OR sold_out = 1 THEN 0 WHEN gold_month IS NOT NULL THEN 2 ELSE 1 END
) VIRTUAL;
--> statement-breakpoint
CREATE INDEX `items_state` ON `items` (`sale_state`, `id`);--> statement-breakpoint
CREATE INDEX `items_type_state` ON `items` (`type_id`, `sale_state`, `id`);--> statement-breakpoint
CREATE INDEX `items_price` ON `items` (`sale_state`, `price`, `id`);--> statement-breakpoint
CREATE INDEX `items_price_newest` ON `items` (`sale_state`, `price`, `id` DESC);--> statement-breakpoint
CREATE INDEX `items_type_price` ON `items` (`type_id`, `sale_state`, `price`, `id`);--> statement-breakpoint
CREATE INDEX `items_type_price_newest` ON `items` (`type_id`, `sale_state`, `price`, `id` DESC);--> statement-breakpoint
CREATE INDEX `items_gold_month` ON `items` (`gold_month`, `sale_state`, `price`, `id`) WHERE gold_month IS NOT NULL;--> statement-breakpoint
CREATE INDEX `items_shown` ON `items` (`id`) WHERE "items"."state" = 'shown';--> statement-breakpoint
CREATE INDEX `items_type_shown` ON `items` (`type_id`,`id`) WHERE "items"."state" = 'shown';--> statement-breakpoint
-- What is not shown is counted by its state alone: `items:pending`.
CREATE TRIGGER `items_insert_counters` AFTER INSERT ON `items` BEGIN
  INSERT INTO counters (name, value)
    SELECT 'items:' || new.type_id || ':' || new.sale_state, 1 WHERE new.state = 'shown'
    UNION ALL SELECT 'items:gold', 1 WHERE new.gold_month IS NOT NULL AND new.state = 'shown'
    UNION ALL SELECT 'items:' || new.state, 1 WHERE new.state <> 'shown'
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER `items_update_counters` AFTER UPDATE OF purchasable, sold_out, gold_month, state ON `items`
WHEN new.sale_state <> old.sale_state OR (new.gold_month IS NULL) <> (old.gold_month IS NULL) OR new.state <> old.state BEGIN
  INSERT INTO counters (name, value)
    SELECT 'items:' || old.type_id || ':' || old.sale_state, -1 WHERE old.state = 'shown'
    UNION ALL SELECT 'items:' || new.type_id || ':' || new.sale_state, 1 WHERE new.state = 'shown'
    UNION ALL SELECT 'items:gold', (new.gold_month IS NOT NULL AND new.state = 'shown') - (old.gold_month IS NOT NULL AND old.state = 'shown')
    UNION ALL SELECT 'items:' || old.state, -1 WHERE old.state <> 'shown'
    UNION ALL SELECT 'items:' || new.state, 1 WHERE new.state <> 'shown'
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
DROP TRIGGER `items_insert_search`;--> statement-breakpoint
CREATE TRIGGER `items_insert_search` AFTER INSERT ON `items` WHEN new.state = 'shown' BEGIN
  INSERT INTO item_search (rowid, name, creator)
    SELECT new.search_row, new.name, username FROM users WHERE id = new.user_id;
END;
--> statement-breakpoint
DROP TRIGGER `items_update_search`;--> statement-breakpoint
CREATE TRIGGER `items_update_search` AFTER UPDATE OF name, sales_count, favorites_count, state ON `items`
WHEN new.name <> old.name OR new.search_row <> old.search_row OR new.state <> old.state BEGIN
  DELETE FROM item_search WHERE rowid = old.search_row;
  INSERT INTO item_search (rowid, name, creator)
    SELECT new.search_row, new.name, username FROM users WHERE id = new.user_id AND new.state = 'shown';
END;
--> statement-breakpoint
DROP TRIGGER `users_rename`;--> statement-breakpoint
CREATE TRIGGER `users_rename` AFTER UPDATE OF `username` ON `users` WHEN new.username <> old.username BEGIN
  DELETE FROM user_search WHERE rowid = old.id;
  INSERT INTO user_search (rowid, username) SELECT new.id, new.username WHERE new.deleted_at IS NULL;
  DELETE FROM level_search WHERE rowid IN (SELECT search_row FROM levels WHERE user_id = new.id AND search_row IS NOT NULL);
  INSERT INTO level_search (rowid, title, description, creator, owner)
    SELECT search_row, title, description, new.username, 'owner' || new.id FROM levels
    WHERE user_id = new.id AND search_row IS NOT NULL;
  DELETE FROM item_search WHERE rowid IN (SELECT search_row FROM items WHERE user_id = new.id);
  INSERT INTO item_search (rowid, name, creator) SELECT search_row, name, new.username FROM items
    WHERE user_id = new.id AND state = 'shown';
END;
