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
