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
CREATE INDEX `user_achievements_newest` ON `user_achievements` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `appeals` (
	`id` integer PRIMARY KEY NOT NULL,
	`ban_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`body` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`answer` text DEFAULT '' NOT NULL,
	`decided_by` integer,
	`decided_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`ban_id`) REFERENCES `bans`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `appeals_once` ON `appeals` (`ban_id`);--> statement-breakpoint
CREATE INDEX `appeals_state` ON `appeals` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `appeals_user` ON `appeals` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `appeals_waiting` ON `appeals` (`user_id`,`id`) WHERE "appeals"."state" = 'waiting';--> statement-breakpoint
CREATE TABLE `bans` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`staff_id` integer,
	`reason` text NOT NULL,
	`until` integer,
	`case_id` integer,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`ended_by` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ended_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `bans_user` ON `bans` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `bans_holding` ON `bans` (`user_id`,`id`) WHERE "bans"."ended_at" is null;--> statement-breakpoint
CREATE TABLE `cases` (
	`id` integer PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`target` text NOT NULL,
	`subject_id` integer NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`url` text DEFAULT '' NOT NULL,
	`reason` text NOT NULL,
	`reports_count` integer DEFAULT 0 NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`claimed_by` integer,
	`claimed_at` integer,
	`outcome` text,
	`decision` text,
	`decided_by` integer,
	`decided_at` integer,
	`undone_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`subject_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`claimed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cases_once` ON `cases` (`type`,`target`) WHERE "cases"."state" = 'open';--> statement-breakpoint
CREATE INDEX `cases_queue` ON `cases` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `cases_most` ON `cases` (`state`,`reports_count`,`id`);--> statement-breakpoint
CREATE INDEX `cases_type` ON `cases` (`state`,`type`,`id`);--> statement-breakpoint
CREATE INDEX `cases_type_most` ON `cases` (`state`,`type`,`reports_count`,`id`);--> statement-breakpoint
CREATE INDEX `cases_free_most` ON `cases` (`reports_count`,`id`) WHERE "cases"."state" = 'open' and "cases"."claimed_by" is null;--> statement-breakpoint
CREATE INDEX `cases_free_type` ON `cases` (`type`,`id`) WHERE "cases"."state" = 'open' and "cases"."claimed_by" is null;--> statement-breakpoint
CREATE INDEX `cases_free_type_most` ON `cases` (`type`,`reports_count`,`id`) WHERE "cases"."state" = 'open' and "cases"."claimed_by" is null;--> statement-breakpoint
CREATE INDEX `cases_claimed` ON `cases` (`claimed_by`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `cases_subject` ON `cases` (`subject_id`,`id`);--> statement-breakpoint
CREATE INDEX `cases_subject_open` ON `cases` (`subject_id`,`id`) WHERE "cases"."state" = 'open';--> statement-breakpoint
CREATE INDEX `cases_decided` ON `cases` (`decided_at`,`id`) WHERE "cases"."state" = 'decided';--> statement-breakpoint
CREATE INDEX `cases_decided_type` ON `cases` (`type`,`decided_at`,`id`) WHERE "cases"."state" = 'decided';--> statement-breakpoint
CREATE TABLE `evidence` (
	`id` integer PRIMARY KEY NOT NULL,
	`case_id` integer NOT NULL,
	`snapshot` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`case_id`) REFERENCES `cases`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `evidence_case` ON `evidence` (`case_id`,`id`);--> statement-breakpoint
CREATE TABLE `held_posts` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`place` text NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`body` text NOT NULL,
	`why` text NOT NULL,
	`found` text DEFAULT '' NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`decided_by` integer,
	`decided_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `held_posts_state` ON `held_posts` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `held_posts_user` ON `held_posts` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `held_posts_waiting` ON `held_posts` (`user_id`,`id`) WHERE "held_posts"."state" = 'waiting';--> statement-breakpoint
CREATE TABLE `post_fingerprints` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`fingerprint` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `post_fingerprints_user` ON `post_fingerprints` (`user_id`,`created_at`,`kind`);--> statement-breakpoint
CREATE INDEX `post_fingerprints_same` ON `post_fingerprints` (`fingerprint`,`created_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `post_fingerprints_old` ON `post_fingerprints` (`created_at`);--> statement-breakpoint
CREATE TABLE `removals` (
	`type` text NOT NULL,
	`target` text NOT NULL,
	`user_id` integer NOT NULL,
	`staff_id` integer NOT NULL,
	`case_id` integer,
	`name` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`removed_at` integer NOT NULL,
	`restored_at` integer,
	`restored_by` integer,
	`stamp` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`type`, `target`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`restored_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `removals_user` ON `removals` (`user_id`,`removed_at`);--> statement-breakpoint
CREATE INDEX `removals_old` ON `removals` (`removed_at`);--> statement-breakpoint
CREATE TABLE `sightings` (
	`user_id` integer NOT NULL,
	`ip_hash` text NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `ip_hash`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sightings_ip` ON `sightings` (`ip_hash`,`last_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `sightings_user` ON `sightings` (`user_id`,`last_at`,`ip_hash`);--> statement-breakpoint
CREATE TABLE `site_values` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `warnings` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`staff_id` integer NOT NULL,
	`reason` text NOT NULL,
	`case_id` integer,
	`created_at` integer NOT NULL,
	`seen_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `warnings_user` ON `warnings` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `warnings_unseen` ON `warnings` (`user_id`) WHERE "warnings"."seen_at" is null;--> statement-breakpoint
CREATE TABLE `words` (
	`id` integer PRIMARY KEY NOT NULL,
	`word` text NOT NULL,
	`action` text NOT NULL,
	`whole` integer DEFAULT 1 NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `words_once` ON `words` (`word`);--> statement-breakpoint
CREATE TABLE `counters` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `challenges` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`level_id` integer DEFAULT 0 NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`goal_ms` integer,
	`starts_at` integer DEFAULT 0 NOT NULL,
	`ends_at` integer NOT NULL,
	`coins` integer DEFAULT 0 NOT NULL,
	`xp` integer DEFAULT 0 NOT NULL,
	`item_id` integer,
	`user_id` integer,
	`created_at` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `challenges_end` ON `challenges` (`ends_at`,`id`);--> statement-breakpoint
CREATE TABLE `event_clears` (
	`event_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`level_id` integer NOT NULL,
	PRIMARY KEY(`event_id`, `user_id`, `level_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `event_levels` (
	`event_id` integer NOT NULL,
	`level_id` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`event_id`, `level_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`short_name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`highlight_color` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`goal` integer DEFAULT 1 NOT NULL,
	`coins` integer DEFAULT 0 NOT NULL,
	`xp` integer DEFAULT 0 NOT NULL,
	`item_id` integer,
	`user_id` integer,
	`created_at` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `events_end` ON `events` (`ends_at`,`id`);--> statement-breakpoint
CREATE TABLE `host_levels` (
	`host_id` integer NOT NULL,
	`level_id` integer NOT NULL,
	`players` integer NOT NULL,
	PRIMARY KEY(`host_id`, `level_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `host_levels_live` ON `host_levels` (`level_id`,`players`);--> statement-breakpoint
CREATE TABLE `hosts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`ip_address` text NOT NULL,
	`region` text NOT NULL,
	`kind` text DEFAULT 'server' NOT NULL,
	`capacity` integer NOT NULL,
	`key_hash` text NOT NULL,
	`enabled` integer DEFAULT 1 NOT NULL,
	`online` integer DEFAULT 0 NOT NULL,
	`full` integer DEFAULT 0 NOT NULL,
	`changed_at` integer,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `hosts_name` ON `hosts` (`name`);--> statement-breakpoint
CREATE INDEX `hosts_there` ON `hosts` (`id`) WHERE enabled = 1 and online = 1;--> statement-breakpoint
CREATE INDEX `hosts_open` ON `hosts` (`region`,`id`) WHERE enabled = 1 and online = 1 and full = 0;--> statement-breakpoint
CREATE INDEX `hosts_rooms` ON `hosts` (`region`,`id`) WHERE kind = 'room';--> statement-breakpoint
CREATE TABLE `level_days` (
	`level_id` integer NOT NULL,
	`day` text NOT NULL,
	`plays` integer DEFAULT 0 NOT NULL,
	`players` integer DEFAULT 0 NOT NULL,
	`clears` integer DEFAULT 0 NOT NULL,
	`first_clears` integer DEFAULT 0 NOT NULL,
	`ratings` integer DEFAULT 0 NOT NULL,
	`rating_sum` integer DEFAULT 0 NOT NULL,
	`expired` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`level_id`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `level_days_current` ON `level_days` (`day`,`level_id`) WHERE "level_days"."expired" = 0;--> statement-breakpoint
CREATE TABLE `level_grants` (
	`level_id` integer NOT NULL,
	`day` text NOT NULL,
	`coins` integer DEFAULT 0 NOT NULL,
	`xp` integer DEFAULT 0 NOT NULL,
	`items` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`level_id`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `level_removals` (
	`level_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`level_id`, `user_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `level_removals_until` ON `level_removals` (`until`);--> statement-breakpoint
CREATE TABLE `signing_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
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
	`stamp` integer DEFAULT 0 NOT NULL,
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
CREATE TABLE `inventory` (
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
CREATE UNIQUE INDEX `inventory_once` ON `inventory` (`user_id`,`item_id`);--> statement-breakpoint
CREATE INDEX `inventory_owned` ON `inventory` (`user_id`,`type_id`,`created_at`,`id`,`item_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `inventory_serial` ON `inventory` (`item_id`,`serial`) WHERE "inventory"."serial" is not null;--> statement-breakpoint
CREATE INDEX `inventory_offered` ON `inventory` (`item_id`,`resale_price`,`id`) WHERE "inventory"."resale_price" is not null;--> statement-breakpoint
CREATE INDEX `inventory_transaction` ON `inventory` (`transaction_id`) WHERE "inventory"."transaction_id" is not null;--> statement-breakpoint
CREATE TABLE `inventory_counts` (
	`user_id` integer NOT NULL,
	`type_id` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`user_id`, `type_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `item_fingerprint_keys` (
	`key` text NOT NULL,
	`item_id` integer NOT NULL,
	PRIMARY KEY(`key`, `item_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `item_fingerprints` (
	`item_id` integer PRIMARY KEY NOT NULL,
	`fingerprint` text NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action
);
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
CREATE TABLE `item_takedowns` (
	`item_id` integer PRIMARY KEY NOT NULL,
	`after` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`uuid` text DEFAULT '' NOT NULL,
	`thumbnail` text,
	`purchasable` text DEFAULT 'offsale' NOT NULL,
	`price` integer DEFAULT 0 NOT NULL,
	`gold_month` text,
	`gold_month_description` text,
	`stock` integer,
	`sold_out` integer DEFAULT 0 NOT NULL,
	`state` text DEFAULT 'shown' NOT NULL,
	`fingerprinted` integer DEFAULT 1 NOT NULL,
	`featured_at` integer,
	`comments_enabled` integer DEFAULT 1 NOT NULL,
	`sales_count` integer DEFAULT 0 NOT NULL,
	`favorites_count` integer DEFAULT 0 NOT NULL,
	`wishes_count` integer DEFAULT 0 NOT NULL,
	`listings_count` integer DEFAULT 0 NOT NULL,
	`comments_count` integer DEFAULT 0 NOT NULL,
	`starter` text,
	`created_at` integer NOT NULL,
	`search_row` integer GENERATED ALWAYS AS (id + 1099511627776 * ((sales_count + favorites_count >= 1) + (sales_count + favorites_count >= 4) + (sales_count + favorites_count >= 16) + (sales_count + favorites_count >= 64) + (sales_count + favorites_count >= 256) + (sales_count + favorites_count >= 1024) + (sales_count + favorites_count >= 4096) + (sales_count + favorites_count >= 16384) + (sales_count + favorites_count >= 65536) + (sales_count + favorites_count >= 262144))) VIRTUAL,
	`sale_state` integer GENERATED ALWAYS AS (CASE WHEN state <> 'shown' THEN 3 WHEN purchasable = 'offsale' OR sold_out = 1 THEN 0
      WHEN gold_month IS NOT NULL THEN 2 ELSE 1 END) VIRTUAL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `items_starter` ON `items` (`starter`) WHERE "items"."starter" is not null;--> statement-breakpoint
CREATE INDEX `items_type_shown` ON `items` (`type_id`,`id`) WHERE "items"."state" = 'shown';--> statement-breakpoint
CREATE INDEX `items_shown` ON `items` (`id`) WHERE "items"."state" = 'shown';--> statement-breakpoint
CREATE INDEX `items_review` ON `items` (`state`,`id`) WHERE "items"."state" <> 'shown';--> statement-breakpoint
CREATE INDEX `items_unfingerprinted` ON `items` (`id`) WHERE "items"."fingerprinted" = 0;--> statement-breakpoint
CREATE INDEX `items_state` ON `items` (`sale_state`,`id`);--> statement-breakpoint
CREATE INDEX `items_type_state` ON `items` (`type_id`,`sale_state`,`id`);--> statement-breakpoint
CREATE INDEX `items_price` ON `items` (`sale_state`,`price`,`id`);--> statement-breakpoint
CREATE INDEX `items_price_newest` ON `items` (`sale_state`,`price`,id desc);--> statement-breakpoint
CREATE INDEX `items_type_price` ON `items` (`type_id`,`sale_state`,`price`,`id`);--> statement-breakpoint
CREATE INDEX `items_type_price_newest` ON `items` (`type_id`,`sale_state`,`price`,id desc);--> statement-breakpoint
CREATE INDEX `items_gold` ON `items` (`id`) WHERE gold_month is not null;--> statement-breakpoint
CREATE INDEX `items_gold_month` ON `items` (`gold_month`,`sale_state`,`price`,`id`) WHERE gold_month is not null;--> statement-breakpoint
CREATE INDEX `items_featured` ON `items` (`featured_at`) WHERE "items"."featured_at" is not null;--> statement-breakpoint
CREATE INDEX `items_pending` ON `items` (`user_id`,`id`) WHERE "items"."state" = 'pending';--> statement-breakpoint
CREATE INDEX `items_creator` ON `items` (`user_id`,`id`) WHERE "items"."state" = 'shown';--> statement-breakpoint
CREATE INDEX `items_undrawn` ON `items` (`id`) WHERE "items"."thumbnail" is null and "items"."uuid" <> '';--> statement-breakpoint
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
	`redrawn` integer DEFAULT 0 NOT NULL,
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
CREATE TABLE `keyed_calls` (
	`user_id` integer NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`created_at` integer NOT NULL,
	`status` integer,
	`body` text,
	PRIMARY KEY(`user_id`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `keyed_calls_old` ON `keyed_calls` (`created_at`);--> statement-breakpoint
CREATE TABLE `clear_checks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`level_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`call` text NOT NULL,
	`content` text NOT NULL,
	`world` text NOT NULL,
	`log` text NOT NULL,
	`physics` integer NOT NULL,
	`start_tick` integer NOT NULL,
	`ticks` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`reason` text,
	`ms` integer,
	`created_at` integer NOT NULL,
	`queued_at` integer NOT NULL,
	`verified_at` integer,
	`keep_until` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `clear_checks_call` ON `clear_checks` (`call`);--> statement-breakpoint
CREATE INDEX `clear_checks_cleared` ON `clear_checks` (`level_id`,`content`) WHERE state = 'cleared';--> statement-breakpoint
CREATE INDEX `clear_checks_waiting` ON `clear_checks` (`queued_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `clear_checks_own_waiting` ON `clear_checks` (`user_id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `clear_checks_user` ON `clear_checks` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `clear_checks_keep` ON `clear_checks` (`keep_until`) WHERE keep_until is not null;--> statement-breakpoint
CREATE TABLE `level_editors` (
	`level_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`added_at` integer NOT NULL,
	PRIMARY KEY(`level_id`, `user_id`),
	FOREIGN KEY (`level_id`) REFERENCES `levels`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `level_editors_user` ON `level_editors` (`user_id`,`level_id`);--> statement-breakpoint
CREATE TABLE `prefabs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`parts` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `prefabs_user` ON `prefabs` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `favorites` (
	`user_id` integer NOT NULL,
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `target_type`, `target_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `favorites_recent` ON `favorites` (`user_id`,`target_type`,`created_at`,`target_id`);--> statement-breakpoint
CREATE TABLE `level_revisions` (
	`level_id` integer NOT NULL,
	`revision` integer NOT NULL,
	`asset` text NOT NULL,
	`bytes` integer NOT NULL,
	`blocks` integer NOT NULL,
	`stars` integer NOT NULL,
	`fastest_ms` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`content` text NOT NULL,
	`content_hash` text NOT NULL,
	`goal` integer NOT NULL,
	`clear_run_id` integer,
	`clear_check_id` integer,
	`physics` integer,
	`built` integer DEFAULT 0 NOT NULL,
	`work` integer,
	`keep_until` integer,
	`deleted_at` integer,
	PRIMARY KEY(`level_id`, `revision`),
	FOREIGN KEY (`level_id`) REFERENCES `levels`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `level_revisions_keep` ON `level_revisions` (`keep_until`) WHERE keep_until is not null;--> statement-breakpoint
CREATE INDEX `level_revisions_kept` ON `level_revisions` (`level_id`,`content`,`revision`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `level_revisions_asset` ON `level_revisions` (`asset`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `level_revisions_content` ON `level_revisions` (`level_id`,`content_hash`);--> statement-breakpoint
CREATE INDEX `level_revisions_clear` ON `level_revisions` (`clear_run_id`) WHERE clear_run_id is not null;--> statement-breakpoint
CREATE TABLE `levels` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`category` text DEFAULT '' NOT NULL,
	`visibility` text DEFAULT 'public' NOT NULL,
	`taken_down` integer DEFAULT 0 NOT NULL,
	`comments_enabled` integer DEFAULT 1 NOT NULL,
	`thumbnail` text,
	`thumbnail_own` integer DEFAULT 0 NOT NULL,
	`picture` text,
	`thumbnail_small` text,
	`picture_view` text,
	`picture_shot` text,
	`picture_choice` text,
	`picture_signature` text,
	`picture_version` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`event_id` integer,
	`challenge_id` integer,
	`featured_at` integer,
	`playing_count` integer DEFAULT 0 NOT NULL,
	`plays_count` integer DEFAULT 0 NOT NULL,
	`recent_count` integer DEFAULT 0 NOT NULL,
	`visitors_count` integer DEFAULT 0 NOT NULL,
	`clears_count` integer DEFAULT 0 NOT NULL,
	`clear_ms_sum` integer DEFAULT 0 NOT NULL,
	`favorites_count` integer DEFAULT 0 NOT NULL,
	`comments_count` integer DEFAULT 0 NOT NULL,
	`ratings_count` integer DEFAULT 0 NOT NULL,
	`rating_sum` integer DEFAULT 0 NOT NULL,
	`difficulty_sum` integer DEFAULT 0 NOT NULL,
	`rating_score` real,
	`difficulty_score` real,
	`emptied_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`search_row` integer GENERATED ALWAYS AS (CASE visibility WHEN 'deleted' THEN NULL WHEN 'private' THEN -id
      ELSE id + 1099511627776 * ((plays_count + clears_count >= 1) + (plays_count + clears_count >= 4) + (plays_count + clears_count >= 16) + (plays_count + clears_count >= 64) + (plays_count + clears_count >= 256) + (plays_count + clears_count >= 1024) + (plays_count + clears_count >= 4096) + (plays_count + clears_count >= 16384) + (plays_count + clears_count >= 65536) + (plays_count + clears_count >= 262144)) END) VIRTUAL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`challenge_id`) REFERENCES `challenges`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `levels_popular` ON `levels` (`visibility`,`category`,`playing_count`,`recent_count`,`plays_count`,`id`);--> statement-breakpoint
CREATE INDEX `levels_clears` ON `levels` (`visibility`,`category`,`clears_count`,`id`);--> statement-breakpoint
CREATE INDEX `levels_updated` ON `levels` (`visibility`,`category`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `levels_newest` ON `levels` (`visibility`,`category`,`id`);--> statement-breakpoint
CREATE INDEX `levels_most_ratings` ON `levels` (`visibility`,`category`,`ratings_count`,`id`);--> statement-breakpoint
CREATE INDEX `levels_rating` ON `levels` (`visibility`,`category`,`rating_score`,`id`) WHERE "levels"."rating_score" is not null;--> statement-breakpoint
CREATE INDEX `levels_difficulty` ON `levels` (`visibility`,`category`,`difficulty_score`,`id`) WHERE "levels"."difficulty_score" is not null;--> statement-breakpoint
CREATE INDEX `levels_featured` ON `levels` (`visibility`,`category`,`featured_at`) WHERE "levels"."featured_at" is not null;--> statement-breakpoint
CREATE INDEX `levels_user` ON `levels` (`user_id`,`visibility`,`id`);--> statement-breakpoint
CREATE INDEX `levels_unemptied` ON `levels` (`updated_at`) WHERE visibility = 'deleted' and emptied_at is null;--> statement-breakpoint
CREATE INDEX `levels_undrawn` ON `levels` (`id`) WHERE "levels"."thumbnail" is null and "levels"."visibility" <> 'deleted';--> statement-breakpoint
CREATE INDEX `levels_redraw` ON `levels` (`picture_version`,`id`) WHERE "levels"."thumbnail_own" = 0 and "levels"."thumbnail" is not null and "levels"."visibility" <> 'deleted';--> statement-breakpoint
CREATE TABLE `unused_files` (
	`name` text PRIMARY KEY NOT NULL,
	`level_id` integer NOT NULL,
	`unused_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `unused_files_old` ON `unused_files` (`unused_at`);--> statement-breakpoint
CREATE INDEX `unused_files_level` ON `unused_files` (`level_id`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`target` text NOT NULL,
	`effects` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `outbox_target` ON `outbox` (`target`,`id`);--> statement-breakpoint
CREATE TABLE `outbox_failures` (
	`source` text NOT NULL,
	`id` integer NOT NULL,
	`effects` text NOT NULL,
	`error` text NOT NULL,
	`failed_at` integer NOT NULL,
	PRIMARY KEY(`source`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `outbox_positions` (
	`source` text PRIMARY KEY NOT NULL,
	`position` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `outbox_progress` (
	`target` text PRIMARY KEY NOT NULL,
	`relayed_to` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`actor_id` integer NOT NULL,
	`action` text NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`details` text DEFAULT '{}' NOT NULL,
	`before` text,
	`after` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject_type`,`subject_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_time` ON `audit_log` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_kind` ON `audit_log` (`subject_type`,`id`);--> statement-breakpoint
CREATE TABLE `notices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`notice` text NOT NULL,
	`created_at` integer NOT NULL,
	`retry_at` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `playing` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`level_id` integer NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `presence` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE `rating_days` (
	`day` text NOT NULL,
	`level_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`day`, `level_id`, `user_id`)
) WITHOUT ROWID;
--> statement-breakpoint
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
CREATE INDEX `exports_waiting` ON `exports` (`created_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE TABLE `known_browsers` (
	`user_id` integer NOT NULL,
	`browser` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `browser`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `push_settings` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`chat` integer DEFAULT 1 NOT NULL,
	`buddy_request` integer DEFAULT 1 NOT NULL,
	`sale` integer DEFAULT 1 NOT NULL,
	`quiet_from` integer,
	`quiet_until` integer,
	`time_zone` text DEFAULT 'UTC' NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`session_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_ok_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint_unique` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`user_id` integer NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`user_id`, `hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
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
CREATE TABLE `dead_letters` (
	`queue` text NOT NULL,
	`day` integer NOT NULL,
	`count` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`queue`, `day`)
);
--> statement-breakpoint
CREATE TABLE `error_groups` (
	`key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`message` text NOT NULL,
	`source` text NOT NULL,
	`stack` text NOT NULL,
	`page` text NOT NULL,
	`version` text NOT NULL,
	`browsers` text NOT NULL,
	`requests` text NOT NULL,
	`count` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`state` text DEFAULT 'open' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `error_groups_new` ON `error_groups` (`kind`,`first_at`);--> statement-breakpoint
CREATE INDEX `error_groups_newest` ON `error_groups` (`state`,`last_at`);--> statement-breakpoint
CREATE TABLE `error_hours` (
	`hour` integer NOT NULL,
	`kind` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`hour`, `kind`)
);
--> statement-breakpoint
CREATE TABLE `heartbeats` (
	`name` text PRIMARY KEY NOT NULL,
	`sent_at` integer NOT NULL,
	`tried_at` integer NOT NULL,
	`received_at` integer
);
--> statement-breakpoint
CREATE TABLE `schedule_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`took_ms` integer NOT NULL,
	`succeeded_at` integer,
	`failed_at` integer,
	`error` text
);
--> statement-breakpoint
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
CREATE TABLE `ledger_holds` (
	`held_until` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ledger_keys` (
	`key` text PRIMARY KEY NOT NULL
) WITHOUT ROWID;
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
CREATE TABLE `transactions` (
	`id` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`stamp` integer DEFAULT 0 NOT NULL,
	`user_id` integer NOT NULL,
	`type_id` integer NOT NULL,
	`source_type` text NOT NULL,
	`source_id` integer NOT NULL,
	`kind` integer GENERATED ALWAYS AS (type_id * 16 + case source_type when 'site' then 0 when 'user' then 1 when 'item' then 2 when 'level' then 3 when 'challenge' then 4 when 'event' then 5 when 'spirit' then 6 when 'achievement' then 7 when 'day' then 8 end) VIRTUAL,
	`coins` integer DEFAULT 0 NOT NULL,
	`xp` integer DEFAULT 0 NOT NULL,
	`copies` text,
	`previous_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "transactions_xp" CHECK(xp = 0 or type_id not in (1, 8))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `transactions_key` ON `transactions` (`key`);--> statement-breakpoint
CREATE INDEX `transactions_own` ON `transactions` (`user_id`,`kind`,`id`);--> statement-breakpoint
CREATE INDEX `transactions_own_coins` ON `transactions` (`user_id`,`kind`,`coins`,`id`) WHERE kind % 16 <> 8;--> statement-breakpoint
CREATE INDEX `transactions_own_xp` ON `transactions` (`user_id`,`kind`,`xp`,`id`) WHERE kind / 16 not in (1, 8);--> statement-breakpoint
CREATE INDEX `transactions_from` ON `transactions` (`source_id`,`type_id`,`id`) WHERE source_type = 'user';--> statement-breakpoint
CREATE INDEX `transactions_from_coins` ON `transactions` (`source_id`,`type_id`,`coins`,`id`) WHERE source_type = 'user';--> statement-breakpoint
CREATE INDEX `transactions_from_xp` ON `transactions` (`source_id`,`type_id`,`xp`,`id`) WHERE source_type = 'user' and type_id not in (1, 8);--> statement-breakpoint
CREATE INDEX `transactions_xp_alone` ON `transactions` (`user_id`,`created_at`) WHERE coins = 0 and copies is null and xp > 0 and source_type not in ('user', 'day');--> statement-breakpoint
CREATE TABLE `account_cleanups` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `blocks` (
	`user_id` integer NOT NULL,
	`blocked_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `blocked_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`blocked_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `blocks_newest` ON `blocks` (`user_id`,`created_at`,`blocked_id`);--> statement-breakpoint
CREATE TABLE `buddies` (
	`user_id` integer NOT NULL,
	`buddy_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `buddy_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buddy_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `buddies_newest` ON `buddies` (`user_id`,`created_at`,`buddy_id`);--> statement-breakpoint
CREATE TABLE `buddy_requests` (
	`from_id` integer NOT NULL,
	`to_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`from_id`, `to_id`),
	FOREIGN KEY (`from_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`to_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `buddy_requests_incoming` ON `buddy_requests` (`to_id`,`created_at`,`from_id`);--> statement-breakpoint
CREATE INDEX `buddy_requests_outgoing` ON `buddy_requests` (`from_id`,`created_at`,`to_id`);--> statement-breakpoint
CREATE TABLE `follower_notices` (
	`creator_id` integer NOT NULL,
	`day` text NOT NULL,
	`level_id` integer NOT NULL,
	`notified_to` integer DEFAULT 0 NOT NULL,
	`finished_at` integer,
	PRIMARY KEY(`creator_id`, `day`),
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `follower_notices_open` ON `follower_notices` (`day`) WHERE finished_at is null;--> statement-breakpoint
CREATE TABLE `follows` (
	`follower_id` integer NOT NULL,
	`creator_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`follower_id`, `creator_id`),
	FOREIGN KEY (`follower_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `follows_newest` ON `follows` (`follower_id`,`created_at`,`creator_id`);--> statement-breakpoint
CREATE INDEX `follows_creator` ON `follows` (`creator_id`,`follower_id`);--> statement-breakpoint
CREATE INDEX `follows_newest_followers` ON `follows` (`creator_id`,`created_at`,`follower_id`);--> statement-breakpoint
CREATE TABLE `former_names` (
	`username` text collate nocase PRIMARY KEY NOT NULL,
	`name_look` text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(username), '_', ''), '0', 'o'), '1', 'i'), '3', 'e'), '4', 'a'), '5', 's'), '7', 't'), '8', 'b'), 'l', 'i'), '2', 'z'), '9', 'g'), 'rn', 'm')) VIRTUAL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`reserved_until` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `former_names_user` ON `former_names` (`user_id`);--> statement-breakpoint
CREATE INDEX `former_names_look` ON `former_names` (`name_look`);--> statement-breakpoint
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
	`case_id` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_once` ON `reports` (`case_id`,`reporter_id`);--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`id`);--> statement-breakpoint
CREATE INDEX `reports_case` ON `reports` (`case_id`,`id`);--> statement-breakpoint
CREATE INDEX `reports_pairs` ON `reports` (`reporter_id`,`target`) WHERE "reports"."type" = 'message';--> statement-breakpoint
CREATE INDEX `reports_messages` ON `reports` (`reporter_id`,`id`,`target`) WHERE "reports"."type" = 'message';--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`device` text DEFAULT '' NOT NULL,
	`ip_hash` text DEFAULT '' NOT NULL,
	`place` text DEFAULT '' NOT NULL,
	`confirmed_at` integer DEFAULT 0 NOT NULL,
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
CREATE INDEX `tokens_revert` ON `tokens` (`email`) WHERE "tokens"."kind" = 'revert';--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text collate nocase NOT NULL,
	`name_look` text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(username), '_', ''), '0', 'o'), '1', 'i'), '3', 'e'), '4', 'a'), '5', 's'), '7', 't'), '8', 'b'), 'l', 'i'), '2', 'z'), '9', 'g'), 'rn', 'm')) VIRTUAL,
	`email` text collate nocase NOT NULL,
	`email_verified_at` integer,
	`password_hash` text NOT NULL,
	`role` text DEFAULT 'member' NOT NULL,
	`role_since` integer,
	`role_by` integer,
	`bio` text DEFAULT '' NOT NULL,
	`colors` text DEFAULT '' NOT NULL,
	`headshot` text,
	`avatar` text,
	`theme_id` integer DEFAULT 1 NOT NULL,
	`comment_privacy` integer DEFAULT 1 NOT NULL,
	`message_privacy` integer DEFAULT 1 NOT NULL,
	`join_privacy` integer DEFAULT 1 NOT NULL,
	`appear_offline` integer DEFAULT 0 NOT NULL,
	`coins` integer DEFAULT 0 NOT NULL,
	`xp` integer DEFAULT 0 NOT NULL,
	`ledger_id` integer DEFAULT 0 NOT NULL,
	`spirit_level` integer DEFAULT 1 NOT NULL,
	`gold_until` integer,
	`gold_username` integer DEFAULT 1 NOT NULL,
	`show_custom_themes` integer DEFAULT 1 NOT NULL,
	`show_custom_usernames` integer DEFAULT 1 NOT NULL,
	`custom_theme_id` integer,
	`two_factor_at` integer,
	`two_factor_secret` text,
	`two_factor_step` integer DEFAULT 0 NOT NULL,
	`two_factor_pending` text,
	`deleted_at` integer,
	`banned_at` integer,
	`banned_until` integer,
	`ban_reason` text,
	`levels_count` integer DEFAULT 0 NOT NULL,
	`plays_sum` integer DEFAULT 0 NOT NULL,
	`clears_count` integer DEFAULT 0 NOT NULL,
	`comments_count` integer DEFAULT 0 NOT NULL,
	`buddies_count` integer DEFAULT 0 NOT NULL,
	`incoming_count` integer DEFAULT 0 NOT NULL,
	`outgoing_count` integer DEFAULT 0 NOT NULL,
	`blocks_count` integer DEFAULT 0 NOT NULL,
	`followers_count` integer DEFAULT 0 NOT NULL,
	`following_count` integer DEFAULT 0 NOT NULL,
	`public_levels_count` integer DEFAULT 0 NOT NULL,
	`ratings_count` integer DEFAULT 0 NOT NULL,
	`comments_written` integer DEFAULT 0 NOT NULL,
	`purchases_count` integer DEFAULT 0 NOT NULL,
	`sales_count` integer DEFAULT 0 NOT NULL,
	`challenges_count` integer DEFAULT 0 NOT NULL,
	`achievements_count` integer DEFAULT 0 NOT NULL,
	`wishes_count` integer DEFAULT 0 NOT NULL,
	`bookmarks_count` integer DEFAULT 0 NOT NULL,
	`reports_made` integer DEFAULT 0 NOT NULL,
	`first_night` integer,
	`home` text,
	`created_at` integer NOT NULL,
	CONSTRAINT "users_coins" CHECK("users"."coins" >= 0),
	CONSTRAINT "users_xp" CHECK("users"."xp" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username` ON `users` (`username`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_look` ON `users` (`name_look`);--> statement-breakpoint
CREATE INDEX `users_deleted` ON `users` (`deleted_at`) WHERE "users"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX `users_staff` ON `users` (`role`,`id`) WHERE "users"."role" <> 'member';--> statement-breakpoint
CREATE INDEX `users_gold` ON `users` (`id`,`gold_until`) WHERE "users"."gold_until" is not null;
--> statement-breakpoint
-- Words of audit entries, with the names as they were at the time.
CREATE VIRTUAL TABLE audit_search USING fts5(
  words,
  content='', contentless_delete=1, prefix='2 3', tokenize="unicode61 remove_diacritics 2"
);
--> statement-breakpoint
-- Shown items by name and creator, under row ids with the popularity like those of levels.
CREATE VIRTUAL TABLE item_search USING fts5(
  name, creator,
  content='', contentless_delete=1, prefix='1 2 3', tokenize="unicode61 remove_diacritics 2"
);
--> statement-breakpoint
-- Levels, under the row id `popularity * 2^40 + id`: read backwards, a search meets popular levels first and can stop after a few
-- hundred matches. Private levels have the row id `-id` and their owner's token; deleted ones aren't in it.
CREATE VIRTUAL TABLE level_search USING fts5(
  title, description, creator, owner,
  content='', contentless_delete=1, prefix='1 2 3', tokenize="unicode61 remove_diacritics 2"
);
--> statement-breakpoint
-- Names by every three characters in a row, so a search finds a text anywhere in a name. The row id is the user's id: read
-- backwards, the newest accounts come first.
CREATE VIRTUAL TABLE name_search USING fts5(username, content='', contentless_delete=1, tokenize='trigram');
--> statement-breakpoint
-- Names of users by their beginnings.
CREATE VIRTUAL TABLE user_search USING fts5(
  username,
  content='', contentless_delete=1, prefix='1 2 3', tokenize="unicode61 remove_diacritics 2"
);
--> statement-breakpoint
-- Appeals by state, so staff see how many wait.
CREATE TRIGGER appeals_insert AFTER INSERT ON appeals BEGIN
  INSERT INTO counters (name, value) VALUES ('appeals:' || new.state, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
-- A decided appeal changes its state.
CREATE TRIGGER appeals_update AFTER UPDATE OF state ON appeals WHEN new.state <> old.state BEGIN
  INSERT INTO counters (name, value) VALUES ('appeals:' || old.state, -1), ('appeals:' || new.state, 1)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- Staff search entries by the names of actor and subject as they were at the time.
CREATE TRIGGER audit_log_insert AFTER INSERT ON audit_log BEGIN
  INSERT INTO audit_search (rowid, words) VALUES (new.id, new.action || ' ' || new.subject_type || ' ' || new.subject_id || ' '
    || coalesce((SELECT username FROM users WHERE id = new.actor_id), '') || ' '
    || coalesce(CASE new.subject_type
      WHEN 'user' THEN (SELECT username FROM users WHERE id = cast(new.subject_id AS integer))
      WHEN 'level' THEN (SELECT title FROM levels WHERE id = cast(new.subject_id AS integer))
      WHEN 'item' THEN (SELECT name FROM items WHERE id = cast(new.subject_id AS integer)) END, '') || ' '
    || new.reason || ' ' || new.details || ' ' || coalesce(new.before, '') || ' ' || coalesce(new.after, ''));
END;
--> statement-breakpoint
-- No one can rewrite what staff did.
CREATE TRIGGER audit_log_update BEFORE UPDATE ON audit_log BEGIN
  SELECT raise(abort, 'the audit log is append-only');
END;
--> statement-breakpoint
-- No one can remove what staff did.
CREATE TRIGGER audit_log_delete BEFORE DELETE ON audit_log BEGIN
  SELECT raise(abort, 'the audit log is append-only');
END;
--> statement-breakpoint
-- The length of a user's block list.
CREATE TRIGGER blocks_insert AFTER INSERT ON blocks BEGIN
  UPDATE users SET blocks_count = blocks_count + 1 WHERE id = new.user_id;
END;
--> statement-breakpoint
-- A block ends following, either way.
CREATE TRIGGER blocks_insert_follows AFTER INSERT ON blocks BEGIN
  DELETE FROM follows WHERE follower_id = new.user_id AND creator_id = new.blocked_id;
  DELETE FROM follows WHERE follower_id = new.blocked_id AND creator_id = new.user_id;
END;
--> statement-breakpoint
-- Unblocking shortens the list.
CREATE TRIGGER blocks_delete AFTER DELETE ON blocks BEGIN
  UPDATE users SET blocks_count = blocks_count - 1 WHERE id = old.user_id;
END;
--> statement-breakpoint
-- Buddies per user. A friendship has a row in each direction.
CREATE TRIGGER buddies_insert AFTER INSERT ON buddies BEGIN
  UPDATE users SET buddies_count = buddies_count + 1 WHERE id = new.user_id;
END;
--> statement-breakpoint
-- The first-night stamp for making a buddy. Accounts without a board have null, which stays null.
CREATE TRIGGER buddies_first_night AFTER INSERT ON buddies BEGIN
  UPDATE users SET first_night = first_night | 16 WHERE id = new.user_id AND first_night & 16 = 0;
END;
--> statement-breakpoint
-- Ending a friendship deletes both of its rows.
CREATE TRIGGER buddies_delete AFTER DELETE ON buddies BEGIN
  UPDATE users SET buddies_count = buddies_count - 1 WHERE id = old.user_id;
END;
--> statement-breakpoint
-- Only buddies build a level together.
CREATE TRIGGER buddies_delete_editors AFTER DELETE ON buddies BEGIN
  DELETE FROM level_editors WHERE user_id = old.buddy_id
    AND EXISTS (SELECT 1 FROM levels WHERE id = level_editors.level_id AND user_id = old.user_id);
END;
--> statement-breakpoint
-- Pending requests per sender and recipient.
CREATE TRIGGER buddy_requests_insert AFTER INSERT ON buddy_requests BEGIN
  UPDATE users SET outgoing_count = outgoing_count + 1 WHERE id = new.from_id;
  UPDATE users SET incoming_count = incoming_count + 1 WHERE id = new.to_id;
END;
--> statement-breakpoint
-- A request alone earns the stamp, so a newcomer doesn't depend on the reply.
CREATE TRIGGER buddy_requests_first_night AFTER INSERT ON buddy_requests BEGIN
  UPDATE users SET first_night = first_night | 16 WHERE id = new.from_id AND first_night & 16 = 0;
END;
--> statement-breakpoint
-- Accepted, declined and withdrawn requests are all deleted.
CREATE TRIGGER buddy_requests_delete AFTER DELETE ON buddy_requests BEGIN
  UPDATE users SET outgoing_count = outgoing_count - 1 WHERE id = old.from_id;
  UPDATE users SET incoming_count = incoming_count - 1 WHERE id = old.to_id;
END;
--> statement-breakpoint
-- Cases by state and type. Open ones that no moderator has claimed count again, for the queue's badge.
CREATE TRIGGER cases_insert AFTER INSERT ON cases BEGIN
  INSERT INTO counters (name, value)
    SELECT 'cases:' || new.state || ':' || new.type, 1
    UNION ALL SELECT 'cases:unclaimed:' || new.type, 1 WHERE new.state = 'open' AND new.claimed_by IS NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- Claiming, releasing and deciding a case move it between these counts.
CREATE TRIGGER cases_update AFTER UPDATE OF state, claimed_by ON cases
WHEN new.state <> old.state OR new.claimed_by IS NOT old.claimed_by BEGIN
  INSERT INTO counters (name, value)
    SELECT 'cases:' || old.state || ':' || old.type, -1
    UNION ALL SELECT 'cases:unclaimed:' || old.type, -1 WHERE old.state = 'open' AND old.claimed_by IS NULL
    UNION ALL SELECT 'cases:' || new.state || ':' || new.type, 1
    UNION ALL SELECT 'cases:unclaimed:' || new.type, 1 WHERE new.state = 'open' AND new.claimed_by IS NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- Comments shown under a level, an item or a profile.
CREATE TRIGGER comments_insert AFTER INSERT ON comments WHEN new.deleted_at IS NULL BEGIN
  UPDATE levels SET comments_count = comments_count + 1 WHERE new.target_type = 'level' AND id = new.target_id;
  UPDATE items SET comments_count = comments_count + 1 WHERE new.target_type = 'item' AND id = new.target_id;
  UPDATE users SET comments_count = comments_count + 1 WHERE new.target_type = 'user' AND id = new.target_id;
END;
--> statement-breakpoint
-- Comments a user has written, for achievements. Deleting a comment doesn't lower it.
CREATE TRIGGER comments_insert_stat AFTER INSERT ON comments BEGIN
  UPDATE users SET comments_written = comments_written + 1 WHERE id = new.user_id;
END;
--> statement-breakpoint
-- The first-night stamp for saying something. Accounts without a board have null, which stays null.
CREATE TRIGGER comments_first_night AFTER INSERT ON comments BEGIN
  UPDATE users SET first_night = first_night | 8 WHERE id = new.user_id AND first_night & 8 = 0;
END;
--> statement-breakpoint
-- Deleting a comment is an update: the row stays for moderators, the count goes down.
CREATE TRIGGER comments_delete AFTER UPDATE OF deleted_at ON comments
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  UPDATE levels SET comments_count = comments_count - 1 WHERE new.target_type = 'level' AND id = new.target_id;
  UPDATE items SET comments_count = comments_count - 1 WHERE new.target_type = 'item' AND id = new.target_id;
  UPDATE users SET comments_count = comments_count - 1 WHERE new.target_type = 'user' AND id = new.target_id;
END;
--> statement-breakpoint
-- A removal that staff undo counts again. The comment returns to its place, because lists are ordered by id.
CREATE TRIGGER comments_restore AFTER UPDATE OF deleted_at ON comments
WHEN old.deleted_at IS NOT NULL AND new.deleted_at IS NULL BEGIN
  UPDATE levels SET comments_count = comments_count + 1 WHERE new.target_type = 'level' AND id = new.target_id;
  UPDATE items SET comments_count = comments_count + 1 WHERE new.target_type = 'item' AND id = new.target_id;
  UPDATE users SET comments_count = comments_count + 1 WHERE new.target_type = 'user' AND id = new.target_id;
END;
--> statement-breakpoint
-- Favorites of a level or an item.
CREATE TRIGGER favorites_insert AFTER INSERT ON favorites BEGIN
  UPDATE levels SET favorites_count = favorites_count + 1 WHERE new.target_type = 'level' AND id = new.target_id;
  UPDATE items SET favorites_count = favorites_count + 1 WHERE new.target_type = 'item' AND id = new.target_id;
END;
--> statement-breakpoint
-- The first-night stamp for liking something. Accounts without a board have null, which stays null.
CREATE TRIGGER favorites_first_night AFTER INSERT ON favorites BEGIN
  UPDATE users SET first_night = first_night | 4 WHERE id = new.user_id AND first_night & 4 = 0;
END;
--> statement-breakpoint
-- Removing a favorite lowers the count.
CREATE TRIGGER favorites_delete AFTER DELETE ON favorites BEGIN
  UPDATE levels SET favorites_count = favorites_count - 1 WHERE old.target_type = 'level' AND id = old.target_id;
  UPDATE items SET favorites_count = favorites_count - 1 WHERE old.target_type = 'item' AND id = old.target_id;
END;
--> statement-breakpoint
-- Follows per follower and creator.
CREATE TRIGGER follows_insert AFTER INSERT ON follows BEGIN
  UPDATE users SET following_count = following_count + 1 WHERE id = new.follower_id;
  UPDATE users SET followers_count = followers_count + 1 WHERE id = new.creator_id;
END;
--> statement-breakpoint
-- Unfollowing lowers both counts.
CREATE TRIGGER follows_delete AFTER DELETE ON follows BEGIN
  UPDATE users SET following_count = following_count - 1 WHERE id = old.follower_id;
  UPDATE users SET followers_count = followers_count - 1 WHERE id = old.creator_id;
END;
--> statement-breakpoint
-- Held posts by state, for the queue's badge.
CREATE TRIGGER held_posts_insert AFTER INSERT ON held_posts BEGIN
  INSERT INTO counters (name, value) VALUES ('held:' || new.state, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
-- Releasing or rejecting a post changes its state.
CREATE TRIGGER held_posts_update AFTER UPDATE OF state ON held_posts WHEN new.state <> old.state BEGIN
  INSERT INTO counters (name, value) VALUES ('held:' || old.state, -1), ('held:' || new.state, 1)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- Who plays a level is the sum over all hosts.
CREATE TRIGGER host_levels_insert AFTER INSERT ON host_levels WHEN new.players > 0 BEGIN
  UPDATE levels SET playing_count = playing_count + new.players WHERE id = new.level_id;
END;
--> statement-breakpoint
-- A host reports how many players it has now; the difference counts.
CREATE TRIGGER host_levels_update AFTER UPDATE OF players ON host_levels WHEN new.players <> old.players BEGIN
  UPDATE levels SET playing_count = playing_count + new.players - old.players WHERE id = new.level_id;
END;
--> statement-breakpoint
-- A host that ends takes its players along.
CREATE TRIGGER host_levels_delete AFTER DELETE ON host_levels WHEN old.players > 0 BEGIN
  UPDATE levels SET playing_count = playing_count - old.players WHERE id = old.level_id;
END;
--> statement-breakpoint
-- Copies of a user by type: the inventory's totals.
CREATE TRIGGER inventory_insert AFTER INSERT ON inventory BEGIN
  INSERT INTO inventory_counts (user_id, type_id, count) VALUES (new.user_id, new.type_id, 1)
    ON CONFLICT (user_id, type_id) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
-- Serial numbers count sales. Makers' own copies have none.
CREATE TRIGGER inventory_insert_sale AFTER INSERT ON inventory WHEN new.serial IS NOT NULL BEGIN
  UPDATE items SET sales_count = max(sales_count, new.serial) WHERE id = new.item_id;
END;
--> statement-breakpoint
-- A resold copy changes its owner.
CREATE TRIGGER inventory_move AFTER UPDATE OF user_id ON inventory WHEN new.user_id <> old.user_id BEGIN
  UPDATE inventory_counts SET count = count - 1 WHERE user_id = old.user_id AND type_id = old.type_id;
  INSERT INTO inventory_counts (user_id, type_id, count) VALUES (new.user_id, new.type_id, 1)
    ON CONFLICT (user_id, type_id) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
-- Copies of an item that owners offer for sale.
CREATE TRIGGER inventory_offer AFTER UPDATE OF resale_price ON inventory
WHEN (new.resale_price IS NULL) <> (old.resale_price IS NULL) BEGIN
  UPDATE items SET listings_count = listings_count + (new.resale_price IS NOT NULL) - (old.resale_price IS NOT NULL)
    WHERE id = new.item_id;
END;
--> statement-breakpoint
-- Nothing deletes copies today. A repair by hand keeps the totals right.
CREATE TRIGGER inventory_delete AFTER DELETE ON inventory BEGIN
  UPDATE inventory_counts SET count = count - 1 WHERE user_id = old.user_id AND type_id = old.type_id;
END;
--> statement-breakpoint
-- The shop's totals by type and sale state. Items that aren't shown count by their state alone.
CREATE TRIGGER items_insert_counters AFTER INSERT ON items BEGIN
  INSERT INTO counters (name, value)
    SELECT 'items:' || new.type_id || ':' || new.sale_state, 1 WHERE new.state = 'shown'
    UNION ALL SELECT 'items:gold', 1 WHERE new.gold_month IS NOT NULL AND new.state = 'shown'
    UNION ALL SELECT 'items:' || new.state, 1 WHERE new.state <> 'shown'
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- Only shown items are found.
CREATE TRIGGER items_insert_search AFTER INSERT ON items WHEN new.state = 'shown' BEGIN
  INSERT INTO item_search (rowid, name, creator)
    SELECT new.search_row, new.name, username FROM users WHERE id = new.user_id;
END;
--> statement-breakpoint
-- The sale of a Limited ends with its last copy.
CREATE TRIGGER items_sold_out AFTER UPDATE OF sales_count ON items
WHEN new.stock IS NOT NULL AND new.sales_count >= new.stock AND new.sold_out = 0 BEGIN
  UPDATE items SET sold_out = 1 WHERE id = new.id;
END;
--> statement-breakpoint
-- An item's sale state depends on all of these columns, and so do the shop's totals.
CREATE TRIGGER items_update_counters AFTER UPDATE OF purchasable, sold_out, gold_month, state ON items
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
-- The row id contains the popularity, so a popular item moves to another row.
CREATE TRIGGER items_update_search AFTER UPDATE OF name, sales_count, favorites_count, state ON items
WHEN new.name <> old.name OR new.search_row <> old.search_row OR new.state <> old.state BEGIN
  DELETE FROM item_search WHERE rowid = old.search_row;
  INSERT INTO item_search (rowid, name, creator)
    SELECT new.search_row, new.name, username FROM users WHERE id = new.user_id AND new.state = 'shown';
END;
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
-- Recent plays and clears are those of days that haven't expired.
CREATE TRIGGER level_days_insert_recent AFTER INSERT ON level_days WHEN new.expired = 0 AND new.plays + new.clears <> 0 BEGIN
  UPDATE levels SET recent_count = recent_count + new.plays + new.clears WHERE id = new.level_id;
END;
--> statement-breakpoint
-- When a day expires, its plays and clears leave the sum.
CREATE TRIGGER level_days_update_recent AFTER UPDATE OF plays, clears, expired ON level_days
WHEN (1 - new.expired) * (new.plays + new.clears) <> (1 - old.expired) * (old.plays + old.clears) BEGIN
  UPDATE levels SET recent_count = recent_count + (1 - new.expired) * (new.plays + new.clears) - (1 - old.expired) * (old.plays + old.clears)
    WHERE id = new.level_id;
END;
--> statement-breakpoint
-- A level's newest 20 documents stay. A week after a revision has left them, the schedule decides about its document
-- (domain/levels/rules.ts has the numbers).
CREATE TRIGGER level_revisions_insert_keep AFTER INSERT ON level_revisions WHEN new.revision > 20 BEGIN
  UPDATE level_revisions SET keep_until = new.created_at + 604800000
    WHERE level_id = new.level_id AND revision = new.revision - 20 AND deleted_at IS NULL;
END;
--> statement-breakpoint
-- Deleted levels have no search row and aren't found.
CREATE TRIGGER levels_insert_search AFTER INSERT ON levels WHEN new.search_row IS NOT NULL BEGIN
  INSERT INTO level_search (rowid, title, description, creator, owner)
    SELECT new.search_row, new.title, new.description, username, 'owner' || new.user_id FROM users WHERE id = new.user_id;
END;
--> statement-breakpoint
-- Level totals by visibility and category, so no list counts rows.
CREATE TRIGGER levels_insert_counters AFTER INSERT ON levels BEGIN
  INSERT INTO counters (name, value)
    SELECT 'levels:' || new.visibility || ':' || new.category, 1
    UNION ALL SELECT 'rated:' || new.visibility || ':' || new.category, 1 WHERE new.rating_score IS NOT NULL
    UNION ALL SELECT 'playing', new.playing_count WHERE new.playing_count > 0
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  UPDATE users SET levels_count = levels_count + 1 WHERE id = new.user_id AND new.visibility <> 'deleted';
END;
--> statement-breakpoint
-- The first public level of a day (UTC) by a creator with followers. The schedule notifies them.
CREATE TRIGGER levels_insert_follower_notices AFTER INSERT ON levels WHEN new.visibility = 'public' BEGIN
  INSERT INTO follower_notices (creator_id, day, level_id)
    SELECT id, strftime('%Y-%m-%d', 'now'), new.id FROM users WHERE id = new.user_id AND followers_count > 0
    ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- The row id contains the popularity, so a popular level moves to another row.
CREATE TRIGGER levels_update_search AFTER UPDATE OF title, description, visibility, plays_count, clears_count ON levels
WHEN new.title <> old.title OR new.description <> old.description OR new.search_row IS NOT old.search_row BEGIN
  DELETE FROM level_search WHERE rowid = old.search_row;
  INSERT INTO level_search (rowid, title, description, creator, owner)
    SELECT new.search_row, new.title, new.description, username, 'owner' || new.user_id FROM users
    WHERE id = new.user_id AND new.search_row IS NOT NULL;
END;
--> statement-breakpoint
-- A level leaves the totals as it was and joins them as it is.
CREATE TRIGGER levels_update_counters AFTER UPDATE OF visibility, category, rating_score ON levels
WHEN new.visibility <> old.visibility OR new.category <> old.category
  OR (new.rating_score IS NULL) <> (old.rating_score IS NULL) BEGIN
  INSERT INTO counters (name, value)
    SELECT 'levels:' || old.visibility || ':' || old.category, -1
    UNION ALL SELECT 'rated:' || old.visibility || ':' || old.category, -1 WHERE old.rating_score IS NOT NULL
    UNION ALL SELECT 'levels:' || new.visibility || ':' || new.category, 1
    UNION ALL SELECT 'rated:' || new.visibility || ':' || new.category, 1 WHERE new.rating_score IS NOT NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  UPDATE users SET levels_count = levels_count + (new.visibility <> 'deleted') - (old.visibility <> 'deleted')
    WHERE id = new.user_id AND (new.visibility = 'deleted') <> (old.visibility = 'deleted');
END;
--> statement-breakpoint
-- Achievements count levels that others can play, so drafts pay nothing.
CREATE TRIGGER levels_insert_public AFTER INSERT ON levels WHEN new.visibility = 'public' BEGIN
  UPDATE users SET public_levels_count = public_levels_count + 1 WHERE id = new.user_id;
END;
--> statement-breakpoint
-- Achievements count levels that others can play, so drafts pay nothing.
CREATE TRIGGER levels_update_public AFTER UPDATE OF visibility ON levels
WHEN (new.visibility = 'public') <> (old.visibility = 'public') BEGIN
  UPDATE users SET public_levels_count = public_levels_count + (new.visibility = 'public') - (old.visibility = 'public')
    WHERE id = new.user_id;
END;
--> statement-breakpoint
-- Players on the whole site.
CREATE TRIGGER levels_update_playing AFTER UPDATE OF playing_count ON levels WHEN new.playing_count <> old.playing_count BEGIN
  INSERT INTO counters (name, value) VALUES ('playing', new.playing_count - old.playing_count)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- Publishing a private level counts like creating it.
CREATE TRIGGER levels_update_follower_notices AFTER UPDATE OF visibility ON levels
  WHEN new.visibility = 'public' AND old.visibility = 'private' BEGIN
  INSERT INTO follower_notices (creator_id, day, level_id)
    SELECT id, strftime('%Y-%m-%d', 'now'), new.id FROM users WHERE id = new.user_id AND followers_count > 0
    ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- Files of a replaced picture are deleted later, unless the level shows them again.
CREATE TRIGGER levels_update_unused_files AFTER UPDATE OF picture, thumbnail, thumbnail_small ON levels
WHEN new.picture IS NOT old.picture OR new.thumbnail IS NOT old.thumbnail OR new.thumbnail_small IS NOT old.thumbnail_small BEGIN
  DELETE FROM unused_files WHERE name IN (new.picture, new.thumbnail, new.thumbnail_small);
  INSERT INTO unused_files (name, level_id, unused_at)
    SELECT value, new.id, unixepoch('now') * 1000
    FROM (SELECT old.picture AS value UNION SELECT old.thumbnail UNION SELECT old.thumbnail_small)
    WHERE value NOT IN (coalesce(new.picture, ''), coalesce(new.thumbnail, ''), coalesce(new.thumbnail_small, ''))
    ON CONFLICT (name) DO UPDATE SET unused_at = excluded.unused_at;
END;
--> statement-breakpoint
-- The level's sums and scores, and a 10 × 10 table of counts for the site, the level and the user. A score is the mean with
-- ten imaginary ratings of 5 mixed in, so a single 10 doesn't lead the list.
CREATE TRIGGER ratings_insert AFTER INSERT ON ratings BEGIN
  UPDATE levels SET
    ratings_count = ratings_count + 1,
    rating_sum = rating_sum + new.rating,
    difficulty_sum = difficulty_sum + new.difficulty,
    rating_score = (rating_sum + new.rating + 50.0) / (ratings_count + 11),
    difficulty_score = (difficulty_sum + new.difficulty + 50.0) / (ratings_count + 11)
    WHERE id = new.level_id;
  INSERT INTO rating_groups (scope, scope_id, counts)
    SELECT scope, scope_id, json_set(
      '[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]',
      '$[' || (new.rating * 10 + new.difficulty - 11) || ']', 1)
    FROM (SELECT 'site' AS scope, 0 AS scope_id UNION ALL SELECT 'level', new.level_id UNION ALL SELECT 'user', new.user_id)
    WHERE true
    ON CONFLICT (scope, scope_id) DO UPDATE SET counts = json_set(
      counts,
      '$[' || (new.rating * 10 + new.difficulty - 11) || ']',
      counts ->> (new.rating * 10 + new.difficulty - 11) + 1);
END;
--> statement-breakpoint
-- Ratings a user has given, for achievements.
CREATE TRIGGER ratings_insert_stat AFTER INSERT ON ratings BEGIN
  UPDATE users SET ratings_count = ratings_count + 1 WHERE id = new.user_id;
END;
--> statement-breakpoint
-- The first-night stamp for liking something. Accounts without a board have null, which stays null.
CREATE TRIGGER ratings_first_night AFTER INSERT ON ratings BEGIN
  UPDATE users SET first_night = first_night | 4 WHERE id = new.user_id AND first_night & 4 = 0;
END;
--> statement-breakpoint
-- Changing a rating moves it in sums and tables.
CREATE TRIGGER ratings_update AFTER UPDATE OF rating, difficulty ON ratings
WHEN new.rating <> old.rating OR new.difficulty <> old.difficulty BEGIN
  UPDATE levels SET
    rating_sum = rating_sum + new.rating - old.rating,
    difficulty_sum = difficulty_sum + new.difficulty - old.difficulty,
    rating_score = (rating_sum + new.rating - old.rating + 50.0) / (ratings_count + 10),
    difficulty_score = (difficulty_sum + new.difficulty - old.difficulty + 50.0) / (ratings_count + 10)
    WHERE id = new.level_id;
  UPDATE rating_groups SET counts = json_set(
      counts,
      '$[' || (old.rating * 10 + old.difficulty - 11) || ']',
      counts ->> (old.rating * 10 + old.difficulty - 11) - 1,
      '$[' || (new.rating * 10 + new.difficulty - 11) || ']',
      counts ->> (new.rating * 10 + new.difficulty - 11) + 1)
    WHERE (scope = 'site' AND scope_id = 0) OR (scope = 'level' AND scope_id = new.level_id)
      OR (scope = 'user' AND scope_id = new.user_id);
END;
--> statement-breakpoint
-- Removing a rating takes it out of sums and tables. A level without ratings has no score.
CREATE TRIGGER ratings_delete AFTER DELETE ON ratings BEGIN
  UPDATE levels SET
    ratings_count = ratings_count - 1,
    rating_sum = rating_sum - old.rating,
    difficulty_sum = difficulty_sum - old.difficulty,
    rating_score = CASE WHEN ratings_count > 1 THEN (rating_sum - old.rating + 50.0) / (ratings_count + 9) END,
    difficulty_score = CASE WHEN ratings_count > 1 THEN (difficulty_sum - old.difficulty + 50.0) / (ratings_count + 9) END
    WHERE id = old.level_id;
  UPDATE rating_groups SET counts = json_set(
      counts,
      '$[' || (old.rating * 10 + old.difficulty - 11) || ']',
      counts ->> (old.rating * 10 + old.difficulty - 11) - 1)
    WHERE (scope = 'site' AND scope_id = 0) OR (scope = 'level' AND scope_id = old.level_id)
      OR (scope = 'user' AND scope_id = old.user_id);
END;
--> statement-breakpoint
-- Removed ratings don't count for achievements.
CREATE TRIGGER ratings_delete_stat AFTER DELETE ON ratings BEGIN
  UPDATE users SET ratings_count = ratings_count - 1 WHERE id = old.user_id;
END;
--> statement-breakpoint
-- Reporters of a case, and reports a user has made.
CREATE TRIGGER reports_insert AFTER INSERT ON reports BEGIN
  UPDATE cases SET reports_count = reports_count + 1, updated_at = new.created_at WHERE id = new.case_id;
  UPDATE users SET reports_made = reports_made + 1 WHERE id = new.reporter_id;
END;
--> statement-breakpoint
-- Which accounts share an IP address has to be known after their sessions end.
CREATE TRIGGER sessions_insert AFTER INSERT ON sessions WHEN new.ip_hash <> '' BEGIN
  INSERT INTO sightings (user_id, ip_hash, first_at, last_at)
    VALUES (new.user_id, new.ip_hash, new.created_at, new.created_at)
    ON CONFLICT (user_id, ip_hash) DO UPDATE SET last_at = max(last_at, excluded.last_at);
END;
--> statement-breakpoint
-- The replaced secret stays for a while as an ended session. Otherwise a request that was under way would sign the
-- browser out.
CREATE TRIGGER sessions_replaced AFTER UPDATE OF id ON sessions
BEGIN
  INSERT INTO sessions (id, user_id, created_at, seen_at, expires_at) VALUES (old.id, old.user_id, old.created_at, old.seen_at, 0);
END;
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
-- Ledger rows never change.
CREATE TRIGGER transactions_update BEFORE UPDATE ON transactions BEGIN
  SELECT raise(abort, 'the ledger is append-only');
END;
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
--> statement-breakpoint
-- A key that was used up counts as a conflict: nothing is written.
CREATE TRIGGER transactions_once BEFORE INSERT ON transactions
WHEN EXISTS (SELECT 1 FROM ledger_keys WHERE key = new.key) BEGIN
  SELECT raise(ignore);
END;
--> statement-breakpoint
-- Achievements per user.
CREATE TRIGGER user_achievements_insert AFTER INSERT ON user_achievements BEGIN
  UPDATE users SET achievements_count = achievements_count + 1 WHERE id = new.user_id;
END;
--> statement-breakpoint
-- The site's search finds users by the beginning of their name; the home page shows how many there are.
CREATE TRIGGER users_insert AFTER INSERT ON users BEGIN
  INSERT INTO user_search (rowid, username) VALUES (new.id, new.username);
  INSERT INTO counters (name, value) VALUES ('users', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
-- The directory finds any three letters of a name.
CREATE TRIGGER users_insert_name AFTER INSERT ON users WHEN new.deleted_at IS NULL BEGIN
  INSERT INTO name_search (rowid, username) VALUES (new.id, new.username);
END;
--> statement-breakpoint
-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_clears_count_achieved AFTER UPDATE OF clears_count ON users WHEN new.clears_count > old.clears_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'clears_count' AND target > old.clears_count AND target <= new.clears_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
--> statement-breakpoint
-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_levels_count_achieved AFTER UPDATE OF levels_count ON users WHEN new.levels_count > old.levels_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'levels_count' AND target > old.levels_count AND target <= new.levels_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
--> statement-breakpoint
-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_public_levels_count_achieved AFTER UPDATE OF public_levels_count ON users WHEN new.public_levels_count > old.public_levels_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'public_levels_count' AND target > old.public_levels_count AND target <= new.public_levels_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
--> statement-breakpoint
-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_plays_sum_achieved AFTER UPDATE OF plays_sum ON users WHEN new.plays_sum > old.plays_sum
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'plays_sum' AND target > old.plays_sum AND target <= new.plays_sum) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
--> statement-breakpoint
-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_ratings_count_achieved AFTER UPDATE OF ratings_count ON users WHEN new.ratings_count > old.ratings_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'ratings_count' AND target > old.ratings_count AND target <= new.ratings_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
--> statement-breakpoint
-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_comments_written_achieved AFTER UPDATE OF comments_written ON users WHEN new.comments_written > old.comments_written
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'comments_written' AND target > old.comments_written AND target <= new.comments_written) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
--> statement-breakpoint
-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_buddies_count_achieved AFTER UPDATE OF buddies_count ON users WHEN new.buddies_count > old.buddies_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'buddies_count' AND target > old.buddies_count AND target <= new.buddies_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
--> statement-breakpoint
-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_purchases_count_achieved AFTER UPDATE OF purchases_count ON users WHEN new.purchases_count > old.purchases_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'purchases_count' AND target > old.purchases_count AND target <= new.purchases_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
--> statement-breakpoint
-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_sales_count_achieved AFTER UPDATE OF sales_count ON users WHEN new.sales_count > old.sales_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'sales_count' AND target > old.sales_count AND target <= new.sales_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
--> statement-breakpoint
-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_spirit_level_achieved AFTER UPDATE OF spirit_level ON users WHEN new.spirit_level > old.spirit_level
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'spirit_level' AND target > old.spirit_level AND target <= new.spirit_level) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
--> statement-breakpoint
-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_challenges_count_achieved AFTER UPDATE OF challenges_count ON users WHEN new.challenges_count > old.challenges_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'challenges_count' AND target > old.challenges_count AND target <= new.challenges_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
--> statement-breakpoint
-- Deleting an account is an update: its row stays, and doesn't count.
CREATE TRIGGER users_delete AFTER UPDATE OF deleted_at ON users
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'users';
END;
--> statement-breakpoint
-- A renamed user is found by the new name, and so are their levels and items.
CREATE TRIGGER users_rename AFTER UPDATE OF username ON users WHEN new.username <> old.username BEGIN
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
--> statement-breakpoint
-- Deleted accounts aren't in the directory.
CREATE TRIGGER users_update_name AFTER UPDATE OF username, deleted_at ON users
WHEN new.username <> old.username OR new.deleted_at IS NOT old.deleted_at BEGIN
  DELETE FROM name_search WHERE rowid = old.id;
  INSERT INTO name_search (rowid, username) SELECT new.id, new.username WHERE new.deleted_at IS NULL;
END;
--> statement-breakpoint
-- A new stamp is paid together with achievements: see worker/achievements.
CREATE TRIGGER users_first_night_earned AFTER UPDATE OF first_night ON users WHEN new.first_night <> old.first_night BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
--> statement-breakpoint
-- Wishes per user and item.
CREATE TRIGGER wishes_insert AFTER INSERT ON wishes BEGIN
  UPDATE users SET wishes_count = wishes_count + 1 WHERE id = new.user_id;
  UPDATE items SET wishes_count = wishes_count + 1 WHERE id = new.item_id;
END;
--> statement-breakpoint
-- Removing a wish lowers both counts.
CREATE TRIGGER wishes_delete AFTER DELETE ON wishes BEGIN
  UPDATE users SET wishes_count = wishes_count - 1 WHERE id = old.user_id;
  UPDATE items SET wishes_count = wishes_count - 1 WHERE id = old.item_id;
END;
--> statement-breakpoint
-- Every text is checked against the blocked words, so they are one row.
CREATE TRIGGER words_insert AFTER INSERT ON words BEGIN
  INSERT INTO site_values (name, value) SELECT 'words', json_group_array(json_array(word, action, whole)) FROM words WHERE true
    ON CONFLICT (name) DO UPDATE SET value = excluded.value;
END;
--> statement-breakpoint
-- A changed word rewrites that row.
CREATE TRIGGER words_update AFTER UPDATE ON words BEGIN
  INSERT INTO site_values (name, value) SELECT 'words', json_group_array(json_array(word, action, whole)) FROM words WHERE true
    ON CONFLICT (name) DO UPDATE SET value = excluded.value;
END;
--> statement-breakpoint
-- A removed word rewrites that row.
CREATE TRIGGER words_delete AFTER DELETE ON words BEGIN
  INSERT INTO site_values (name, value) SELECT 'words', json_group_array(json_array(word, action, whole)) FROM words WHERE true
    ON CONFLICT (name) DO UPDATE SET value = excluded.value;
END;
--> statement-breakpoint
insert into counters (name, value) values ('online', 0), ('in_game', 0), ('items:gold', 0);
--> statement-breakpoint
insert into signing_keys (id, created_at) values (1, 0);
--> statement-breakpoint
-- Smaller ids are those of the site's own themes.
insert into sqlite_sequence (name, seq) values ('custom_themes', 999);
