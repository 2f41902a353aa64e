CREATE TABLE `comments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`deleted_by` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`deleted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `comments_target` ON `comments` (`target_type`,`target_id`,`id`) WHERE "comments"."deleted_at" is null;--> statement-breakpoint
CREATE TABLE `items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`thumbnail` text,
	`comments_enabled` integer DEFAULT 1 NOT NULL,
	`favorites_count` integer DEFAULT 0 NOT NULL,
	`comments_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `items_type` ON `items` (`type_id`,`id`);--> statement-breakpoint
CREATE TABLE `challenges` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `clears` (
	`user_id` integer NOT NULL,
	`level_id` integer NOT NULL,
	`best_ms` integer NOT NULL,
	`cleared_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `level_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`level_id`) REFERENCES `levels`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `clears_best` ON `clears` (`level_id`,`best_ms`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`short_name` text NOT NULL,
	`highlight_color` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `favorites` (
	`user_id` integer NOT NULL,
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `target_type`, `target_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `level_revisions` (
	`level_id` integer NOT NULL,
	`revision` integer NOT NULL,
	`asset` text NOT NULL,
	`bytes` integer NOT NULL,
	`blocks` integer NOT NULL,
	`stars` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`level_id`, `revision`),
	FOREIGN KEY (`level_id`) REFERENCES `levels`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `levels` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`category` text DEFAULT '' NOT NULL,
	`visibility` text DEFAULT 'public' NOT NULL,
	`comments_enabled` integer DEFAULT 1 NOT NULL,
	`thumbnail` text,
	`thumbnail_own` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`event_id` integer,
	`challenge_id` integer,
	`featured_at` integer,
	`playing_count` integer DEFAULT 0 NOT NULL,
	`plays_count` integer DEFAULT 0 NOT NULL,
	`clears_count` integer DEFAULT 0 NOT NULL,
	`favorites_count` integer DEFAULT 0 NOT NULL,
	`comments_count` integer DEFAULT 0 NOT NULL,
	`ratings_count` integer DEFAULT 0 NOT NULL,
	`rating_sum` integer DEFAULT 0 NOT NULL,
	`difficulty_sum` integer DEFAULT 0 NOT NULL,
	`rating_score` real,
	`difficulty_score` real,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`challenge_id`) REFERENCES `challenges`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `levels_playing` ON `levels` (`visibility`,`category`,`playing_count`,`id`);--> statement-breakpoint
CREATE INDEX `levels_clears` ON `levels` (`visibility`,`category`,`clears_count`,`id`);--> statement-breakpoint
CREATE INDEX `levels_updated` ON `levels` (`visibility`,`category`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `levels_newest` ON `levels` (`visibility`,`category`,`id`);--> statement-breakpoint
CREATE INDEX `levels_most_ratings` ON `levels` (`visibility`,`category`,`ratings_count`,`id`);--> statement-breakpoint
CREATE INDEX `levels_rating` ON `levels` (`visibility`,`category`,`rating_score`,`id`) WHERE "levels"."rating_score" is not null;--> statement-breakpoint
CREATE INDEX `levels_difficulty` ON `levels` (`visibility`,`category`,`difficulty_score`,`id`) WHERE "levels"."difficulty_score" is not null;--> statement-breakpoint
CREATE INDEX `levels_featured` ON `levels` (`visibility`,`category`,`featured_at`) WHERE "levels"."featured_at" is not null;--> statement-breakpoint
CREATE INDEX `levels_user` ON `levels` (`user_id`,`visibility`,`id`);--> statement-breakpoint
CREATE INDEX `levels_undrawn` ON `levels` (`id`) WHERE "levels"."thumbnail" is null and "levels"."visibility" <> 'deleted';--> statement-breakpoint
CREATE TABLE `plays` (
	`user_id` integer NOT NULL,
	`level_id` integer NOT NULL,
	`seconds` integer DEFAULT 0 NOT NULL,
	`played_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `level_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`level_id`) REFERENCES `levels`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `plays_recent` ON `plays` (`user_id`,`played_at`,`level_id`);--> statement-breakpoint
CREATE TABLE `rating_groups` (
	`scope` text NOT NULL,
	`scope_id` integer NOT NULL,
	`counts` text NOT NULL,
	PRIMARY KEY(`scope`, `scope_id`)
);
--> statement-breakpoint
CREATE TABLE `ratings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`level_id` integer NOT NULL,
	`rating` integer NOT NULL,
	`difficulty` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`level_id`) REFERENCES `levels`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ratings_values" CHECK("ratings"."rating" between 1 and 10 and "ratings"."difficulty" between 1 and 10)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ratings_once` ON `ratings` (`user_id`,`level_id`);--> statement-breakpoint
CREATE INDEX `ratings_rating` ON `ratings` (`rating`,`difficulty`);--> statement-breakpoint
CREATE INDEX `ratings_difficulty` ON `ratings` (`difficulty`,`rating`);--> statement-breakpoint
CREATE INDEX `ratings_level_rating` ON `ratings` (`level_id`,`rating`,`difficulty`);--> statement-breakpoint
CREATE INDEX `ratings_level_difficulty` ON `ratings` (`level_id`,`difficulty`,`rating`);--> statement-breakpoint
CREATE INDEX `ratings_user_rating` ON `ratings` (`user_id`,`rating`,`difficulty`);--> statement-breakpoint
CREATE INDEX `ratings_user_difficulty` ON `ratings` (`user_id`,`difficulty`,`rating`);--> statement-breakpoint
CREATE TABLE `blocks` (
	`user_id` integer NOT NULL,
	`blocked_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `blocked_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`blocked_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `buddies` (
	`user_id` integer NOT NULL,
	`buddy_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `buddy_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buddy_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `counters` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`claimed_until` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer
);
--> statement-breakpoint
CREATE INDEX `mails_unsent` ON `mails` (`created_at`) WHERE "mails"."sent_at" is null;--> statement-breakpoint
CREATE INDEX `mails_sent` ON `mails` (`created_at`) WHERE "mails"."sent_at" is not null;--> statement-breakpoint
CREATE TABLE `reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`target` text NOT NULL,
	`reporter_id` integer NOT NULL,
	`reason` text NOT NULL,
	`details` text DEFAULT '' NOT NULL,
	`open` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_once` ON `reports` (`reporter_id`,`type`,`target`);--> statement-breakpoint
CREATE INDEX `reports_queue` ON `reports` (`open`,`id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`device` text DEFAULT '' NOT NULL,
	`address_hash` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` integer NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `tokens_user` ON `tokens` (`user_id`,`kind`);--> statement-breakpoint
CREATE INDEX `tokens_expiry` ON `tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `transactions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`user_id` integer NOT NULL,
	`type_id` integer NOT NULL,
	`source_type` text NOT NULL,
	`source_id` integer NOT NULL,
	`coins` integer DEFAULT 0 NOT NULL,
	`xp` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `transactions_key` ON `transactions` (`key`);--> statement-breakpoint
CREATE INDEX `transactions_user` ON `transactions` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text collate nocase NOT NULL,
	`email` text collate nocase NOT NULL,
	`email_verified_at` integer,
	`password_hash` text NOT NULL,
	`role` text DEFAULT 'member' NOT NULL,
	`bio` text DEFAULT '' NOT NULL,
	`colors` text DEFAULT '' NOT NULL,
	`theme_id` integer DEFAULT 1 NOT NULL,
	`comment_privacy` integer DEFAULT 1 NOT NULL,
	`coins` integer DEFAULT 0 NOT NULL,
	`xp` integer DEFAULT 0 NOT NULL,
	`gold_until` integer,
	`banned_at` integer,
	`banned_until` integer,
	`ban_reason` text,
	`levels_count` integer DEFAULT 0 NOT NULL,
	`plays_sum` integer DEFAULT 0 NOT NULL,
	`clears_count` integer DEFAULT 0 NOT NULL,
	`comments_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "users_coins" CHECK("users"."coins" >= 0),
	CONSTRAINT "users_xp" CHECK("users"."xp" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username` ON `users` (`username`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);