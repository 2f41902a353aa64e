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
ALTER TABLE `levels` ADD `clear_ms_sum` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `followers_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `following_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `items_creator` ON `items` (`user_id`,`id`) WHERE "items"."state" = 'shown';--> statement-breakpoint
-- Counts of follows, which no page may count for itself.
CREATE TRIGGER follows_insert AFTER INSERT ON follows BEGIN
  UPDATE users SET following_count = following_count + 1 WHERE id = new.follower_id;
  UPDATE users SET followers_count = followers_count + 1 WHERE id = new.creator_id;
END;
--> statement-breakpoint
CREATE TRIGGER follows_delete AFTER DELETE ON follows BEGIN
  UPDATE users SET following_count = following_count - 1 WHERE id = old.follower_id;
  UPDATE users SET followers_count = followers_count - 1 WHERE id = old.creator_id;
END;
--> statement-breakpoint
-- A block ends following, either way.
CREATE TRIGGER blocks_insert_follows AFTER INSERT ON blocks BEGIN
  DELETE FROM follows WHERE follower_id = new.user_id AND creator_id = new.blocked_id;
  DELETE FROM follows WHERE follower_id = new.blocked_id AND creator_id = new.user_id;
END;
--> statement-breakpoint
-- The sum of best times, for a level's usual length.
CREATE TRIGGER clears_insert_sum AFTER INSERT ON clears BEGIN
  UPDATE levels SET clear_ms_sum = clear_ms_sum + new.best_ms WHERE id = new.level_id;
END;
--> statement-breakpoint
CREATE TRIGGER clears_update_sum AFTER UPDATE OF best_ms ON clears WHEN new.best_ms <> old.best_ms BEGIN
  UPDATE levels SET clear_ms_sum = clear_ms_sum + new.best_ms - old.best_ms WHERE id = new.level_id;
END;
--> statement-breakpoint
CREATE TRIGGER clears_delete_sum AFTER DELETE ON clears BEGIN
  UPDATE levels SET clear_ms_sum = clear_ms_sum - old.best_ms WHERE id = old.level_id;
END;
--> statement-breakpoint
UPDATE levels SET clear_ms_sum = (SELECT coalesce(sum(best_ms), 0) FROM clears WHERE level_id = levels.id) WHERE clears_count > 0;
