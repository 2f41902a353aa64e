CREATE TABLE `billing_customers` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`gold_until` integer,
	`granted_until` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `billing_customers_customer` ON `billing_customers` (`customer_id`);--> statement-breakpoint
CREATE TABLE `custom_themes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`gradient_start_color` text NOT NULL,
	`gradient_end_color` text,
	`pattern_color` text,
	`pattern_id` integer,
	`theme_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `custom_themes_user` ON `custom_themes` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `discord_links` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`discord_id` text DEFAULT '' NOT NULL,
	`username` text DEFAULT '' NOT NULL,
	`global_name` text,
	`access_token` text DEFAULT '' NOT NULL,
	`refresh_token` text DEFAULT '' NOT NULL,
	`token_expires_at` integer DEFAULT 0 NOT NULL,
	`linked_at` integer NOT NULL,
	`synced_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `discord_links_account` ON `discord_links` (`discord_id`) WHERE "discord_links"."discord_id" <> '';--> statement-breakpoint
CREATE TABLE `exports` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`ready_at` integer,
	`expires_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `exports_user` ON `exports` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `exports_expiry` ON `exports` (`expires_at`);--> statement-breakpoint
CREATE TABLE `known_browsers` (
	`user_id` integer NOT NULL,
	`browser` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `browser`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`user_id` integer NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`user_id`, `hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `stripe_events_old` ON `stripe_events` (`done_at`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`status` text NOT NULL,
	`plan` text NOT NULL,
	`cancels` integer DEFAULT 0 NOT NULL,
	`period_start` integer NOT NULL,
	`period_end` integer NOT NULL,
	`schedule_id` text,
	`next_plan` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `subscriptions_user` ON `subscriptions` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `subscriptions_due` ON `subscriptions` (`period_end`) WHERE "subscriptions"."status" in ('active', 'trialing', 'past_due');--> statement-breakpoint
ALTER TABLE `sessions` ADD `place` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `confirmed_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `gold_username` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `show_custom_themes` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `show_custom_usernames` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `custom_theme_id` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `two_factor_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `two_factor_secret` text;--> statement-breakpoint
ALTER TABLE `users` ADD `two_factor_step` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `two_factor_pending` text;--> statement-breakpoint
ALTER TABLE `users` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `users_deleted` ON `users` (`deleted_at`) WHERE "users"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX `tokens_revert` ON `tokens` (`email`) WHERE "tokens"."kind" = 'revert';
--> statement-breakpoint
-- Smaller numbers are the site's own themes.
INSERT INTO `sqlite_sequence` (`name`, `seq`) VALUES ('custom_themes', 999);
--> statement-breakpoint
-- The secret that a session had before is kept for a while as one that has ended: what a page had under way when its session
-- got another one must not have the browser throw that away.
CREATE TRIGGER `sessions_replaced` AFTER UPDATE OF `id` ON `sessions`
BEGIN
  INSERT INTO `sessions` (`id`, `user_id`, `created_at`, `seen_at`, `expires_at`) VALUES (old.id, old.user_id, old.created_at, old.seen_at, 0);
END;
--> statement-breakpoint
-- Who has another name is found by that, with what they made; who is deleted is neither found nor counted.
CREATE TRIGGER `users_rename` AFTER UPDATE OF `username` ON `users` WHEN new.username <> old.username BEGIN
  DELETE FROM user_search WHERE rowid = old.id;
  INSERT INTO user_search (rowid, username) SELECT new.id, new.username WHERE new.deleted_at IS NULL;
  DELETE FROM level_search WHERE rowid IN (SELECT search_row FROM levels WHERE user_id = new.id AND search_row IS NOT NULL);
  INSERT INTO level_search (rowid, title, description, creator, owner)
    SELECT search_row, title, description, new.username, 'owner' || new.id FROM levels
    WHERE user_id = new.id AND search_row IS NOT NULL;
  DELETE FROM item_search WHERE rowid IN (SELECT search_row FROM items WHERE user_id = new.id);
  INSERT INTO item_search (rowid, name, creator) SELECT search_row, name, new.username FROM items WHERE user_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `users_delete` AFTER UPDATE OF `deleted_at` ON `users`
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'users';
END;
