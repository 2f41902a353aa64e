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
ALTER TABLE `level_revisions` ADD `clear_check_id` integer;--> statement-breakpoint
ALTER TABLE `levels` ADD `picture` text;--> statement-breakpoint
ALTER TABLE `levels` ADD `thumbnail_small` text;--> statement-breakpoint
ALTER TABLE `levels` ADD `picture_view` text;--> statement-breakpoint
-- Only buddies build together. Ending a friendship deletes both of its rows.
CREATE TRIGGER buddies_delete_editors AFTER DELETE ON buddies BEGIN
  DELETE FROM level_editors WHERE user_id = old.buddy_id
    AND EXISTS (SELECT 1 FROM levels WHERE id = level_editors.level_id AND user_id = old.user_id);
END;
