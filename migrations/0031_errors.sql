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
CREATE INDEX `exports_waiting` ON `exports` (`created_at`) WHERE state = 'waiting';