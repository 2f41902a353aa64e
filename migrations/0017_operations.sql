CREATE TABLE `rating_days` (
	`day` text NOT NULL,
	`level_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`day`, `level_id`, `user_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `schedule_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`took_ms` integer NOT NULL,
	`succeeded_at` integer,
	`failed_at` integer,
	`error` text
);
--> statement-breakpoint
-- `levels.recent_count` is the sum of plays and clears over a level's days that have not expired. The schedule lets days expire.
ALTER TABLE `level_days` ADD `expired` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `level_days` SET `expired` = 1 WHERE `day` < date('now', '-14 days');--> statement-breakpoint
CREATE INDEX `level_days_current` ON `level_days` (`day`,`level_id`) WHERE "level_days"."expired" = 0;--> statement-breakpoint
ALTER TABLE `levels` ADD `recent_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `levels` SET `recent_count` = d.n
  FROM (SELECT level_id, sum(plays + clears) AS n FROM `level_days` WHERE `expired` = 0 GROUP BY level_id) d WHERE d.level_id = `levels`.`id`;--> statement-breakpoint
CREATE TRIGGER level_days_insert_recent AFTER INSERT ON level_days WHEN new.expired = 0 AND new.plays + new.clears <> 0 BEGIN
  UPDATE levels SET recent_count = recent_count + new.plays + new.clears WHERE id = new.level_id;
END;
--> statement-breakpoint
CREATE TRIGGER level_days_update_recent AFTER UPDATE OF plays, clears, expired ON level_days
WHEN (1 - new.expired) * (new.plays + new.clears) <> (1 - old.expired) * (old.plays + old.clears) BEGIN
  UPDATE levels SET recent_count = recent_count + (1 - new.expired) * (new.plays + new.clears) - (1 - old.expired) * (old.plays + old.clears)
    WHERE id = new.level_id;
END;
--> statement-breakpoint
CREATE INDEX `levels_popular` ON `levels` (`visibility`,`category`,`playing_count`,`recent_count`,`plays_count`,`id`);--> statement-breakpoint
ALTER TABLE `notices` ADD `retry_at` integer DEFAULT 0 NOT NULL;
