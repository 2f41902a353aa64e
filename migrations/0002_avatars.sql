CREATE TABLE `bopis` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`hat1` integer,
	`hat2` integer,
	`hat3` integer,
	`face` integer,
	`toy` integer,
	`shirt` integer,
	`pants` integer,
	`shoes` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	`drawn` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hat1`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hat2`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hat3`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`face`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`toy`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`shirt`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`pants`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`shoes`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `bopis_undrawn` ON `bopis` (`user_id`) WHERE "bopis"."drawn" <> "bopis"."revision";--> statement-breakpoint
CREATE TABLE `outfits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`hat1` integer,
	`hat2` integer,
	`hat3` integer,
	`face` integer,
	`toy` integer,
	`shirt` integer,
	`pants` integer,
	`shoes` integer,
	`colors` text DEFAULT '' NOT NULL,
	`thumbnail` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hat1`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hat2`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hat3`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`face`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`toy`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`shirt`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`pants`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`shoes`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `outfits_user` ON `outfits` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `outfits_undrawn` ON `outfits` (`id`) WHERE "outfits"."thumbnail" is null;--> statement-breakpoint
CREATE TABLE `inventory` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`item_id` integer NOT NULL,
	`type_id` integer NOT NULL,
	`serial` integer,
	`transaction_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transaction_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `inventory_once` ON `inventory` (`user_id`,`item_id`);--> statement-breakpoint
CREATE INDEX `inventory_newest` ON `inventory` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `inventory_type` ON `inventory` (`user_id`,`type_id`,`id`);--> statement-breakpoint
CREATE TABLE `inventory_counts` (
	`user_id` integer NOT NULL,
	`type_id` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`user_id`, `type_id`)
);
--> statement-breakpoint
ALTER TABLE `items` ADD `uuid` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `items` ADD `purchasable` text DEFAULT 'offsale' NOT NULL;--> statement-breakpoint
ALTER TABLE `items` ADD `price` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `items` ADD `gold_month` text;--> statement-breakpoint
ALTER TABLE `items` ADD `gold_month_description` text;--> statement-breakpoint
CREATE INDEX `items_undrawn` ON `items` (`id`) WHERE "items"."thumbnail" is null and "items"."uuid" <> '';--> statement-breakpoint
ALTER TABLE `users` ADD `headshot` text;--> statement-breakpoint
ALTER TABLE `users` ADD `avatar` text;--> statement-breakpoint
CREATE INDEX `favorites_recent` ON `favorites` (`user_id`,`target_type`,`created_at`,`target_id`);--> statement-breakpoint
-- How many copies of each type a person owns: the inventory's totals, which no page may count for itself.
CREATE TRIGGER inventory_insert AFTER INSERT ON inventory BEGIN
  INSERT INTO inventory_counts (user_id, type_id, count) VALUES (new.user_id, new.type_id, 1)
    ON CONFLICT (user_id, type_id) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER inventory_delete AFTER DELETE ON inventory BEGIN
  UPDATE inventory_counts SET count = count - 1 WHERE user_id = old.user_id AND type_id = old.type_id;
END;
