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
ALTER TABLE `cases` ADD `undone_at` integer;--> statement-breakpoint
CREATE INDEX `appeals_waiting` ON `appeals` (`user_id`,`id`) WHERE "appeals"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX `held_posts_waiting` ON `held_posts` (`user_id`,`id`) WHERE "held_posts"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX `items_pending` ON `items` (`user_id`,`id`) WHERE "items"."state" = 'pending';
--> statement-breakpoint
-- A removal that staff undo counts again. The comment returns to its place, because lists are ordered by id.
CREATE TRIGGER comments_restore AFTER UPDATE OF deleted_at ON comments
WHEN old.deleted_at IS NOT NULL AND new.deleted_at IS NULL BEGIN
  UPDATE levels SET comments_count = comments_count + 1 WHERE new.target_type = 'level' AND id = new.target_id;
  UPDATE items SET comments_count = comments_count + 1 WHERE new.target_type = 'item' AND id = new.target_id;
  UPDATE users SET comments_count = comments_count + 1 WHERE new.target_type = 'user' AND id = new.target_id;
END;
