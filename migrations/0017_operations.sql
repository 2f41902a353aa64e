CREATE TABLE `schedule_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`took_ms` integer NOT NULL,
	`succeeded_at` integer,
	`failed_at` integer,
	`error` text
);
--> statement-breakpoint
ALTER TABLE `notices` ADD `retry_at` integer DEFAULT 0 NOT NULL;