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
CREATE INDEX `follows_newest_followers` ON `follows` (`creator_id`,`created_at`,`follower_id`);--> statement-breakpoint
-- The first public level of a day (UTC) of someone with followers.
CREATE TRIGGER levels_insert_follower_notices AFTER INSERT ON levels WHEN new.visibility = 'public' BEGIN
  INSERT INTO follower_notices (creator_id, day, level_id)
    SELECT id, strftime('%Y-%m-%d', 'now'), new.id FROM users WHERE id = new.user_id AND followers_count > 0
    ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER levels_update_follower_notices AFTER UPDATE OF visibility ON levels
  WHEN new.visibility = 'public' AND old.visibility = 'private' BEGIN
  INSERT INTO follower_notices (creator_id, day, level_id)
    SELECT id, strftime('%Y-%m-%d', 'now'), new.id FROM users WHERE id = new.user_id AND followers_count > 0
    ON CONFLICT DO NOTHING;
END;
