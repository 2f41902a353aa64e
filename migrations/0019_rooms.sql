CREATE TABLE `level_removals` (
	`level_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`level_id`, `user_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `level_removals_until` ON `level_removals` (`until`);--> statement-breakpoint
ALTER TABLE `hosts` ADD `kind` text DEFAULT 'server' NOT NULL;--> statement-breakpoint
CREATE INDEX `hosts_rooms` ON `hosts` (`region`,`id`) WHERE kind = 'room';--> statement-breakpoint
ALTER TABLE `clears` ADD `best_live` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `clears_live` ON `clears` (`level_id`,`content`,`best_ms`,`best_at`,`user_id`) WHERE best_live = 1;