CREATE TABLE `keyed_calls` (
	`user_id` integer NOT NULL,
	`key` text NOT NULL,
	`print` text NOT NULL,
	`created_at` integer NOT NULL,
	`status` integer,
	`body` text,
	PRIMARY KEY(`user_id`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `keyed_calls_old` ON `keyed_calls` (`created_at`);