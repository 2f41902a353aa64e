CREATE TABLE `event_clears` (
	`event_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`level_id` integer NOT NULL,
	PRIMARY KEY(`event_id`, `user_id`, `level_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `event_levels` (
	`event_id` integer NOT NULL,
	`level_id` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`event_id`, `level_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `host_levels` (
	`host_id` integer NOT NULL,
	`level_id` integer NOT NULL,
	`players` integer NOT NULL,
	PRIMARY KEY(`host_id`, `level_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `host_levels_live` ON `host_levels` (`level_id`,`players`);--> statement-breakpoint
CREATE TABLE `hosts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`ip_address` text NOT NULL,
	`region` text NOT NULL,
	`capacity` integer NOT NULL,
	`key_hash` text NOT NULL,
	`enabled` integer DEFAULT 1 NOT NULL,
	`online` integer DEFAULT 0 NOT NULL,
	`full` integer DEFAULT 0 NOT NULL,
	`changed_at` integer,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `hosts_name` ON `hosts` (`name`);--> statement-breakpoint
CREATE INDEX `hosts_there` ON `hosts` (`id`) WHERE enabled = 1 and online = 1;--> statement-breakpoint
CREATE INDEX `hosts_open` ON `hosts` (`region`,`id`) WHERE enabled = 1 and online = 1 and full = 0;--> statement-breakpoint
CREATE TABLE `level_days` (
	`level_id` integer NOT NULL,
	`day` text NOT NULL,
	`plays` integer DEFAULT 0 NOT NULL,
	`players` integer DEFAULT 0 NOT NULL,
	`clears` integer DEFAULT 0 NOT NULL,
	`first_clears` integer DEFAULT 0 NOT NULL,
	`ratings` integer DEFAULT 0 NOT NULL,
	`rating_sum` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`level_id`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `level_grants` (
	`level_id` integer NOT NULL,
	`day` text NOT NULL,
	`coins` integer DEFAULT 0 NOT NULL,
	`xp` integer DEFAULT 0 NOT NULL,
	`items` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`level_id`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`call` text NOT NULL,
	`stamp` integer NOT NULL,
	`host_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`level_id` integer NOT NULL,
	`ms` integer NOT NULL,
	`floor_ms` integer NOT NULL,
	`previous_ms` integer,
	`state` text NOT NULL,
	`decided_by` integer,
	`decided_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `runs_call` ON `runs` (`call`);--> statement-breakpoint
CREATE INDEX `runs_aside` ON `runs` (`id`) WHERE state = 'aside';--> statement-breakpoint
CREATE INDEX `runs_old` ON `runs` (`created_at`) WHERE state <> 'aside';--> statement-breakpoint
CREATE TABLE `signing_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `clears_best`;--> statement-breakpoint
ALTER TABLE `clears` ADD `best_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `clears` ADD `times` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `clears_fastest` ON `clears` (`level_id`,`best_ms`,`best_at`,`user_id`);--> statement-breakpoint
ALTER TABLE `challenges` ADD `level_id` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `challenges` ADD `description` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `challenges` ADD `goal_ms` integer;--> statement-breakpoint
ALTER TABLE `challenges` ADD `starts_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `challenges` ADD `coins` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `challenges` ADD `xp` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `challenges` ADD `item_id` integer REFERENCES items(id);--> statement-breakpoint
ALTER TABLE `challenges` ADD `user_id` integer REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `challenges` ADD `created_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `challenges_end` ON `challenges` (`ends_at`,`id`);--> statement-breakpoint
ALTER TABLE `events` ADD `description` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `goal` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `coins` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `xp` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `item_id` integer REFERENCES items(id);--> statement-breakpoint
ALTER TABLE `events` ADD `user_id` integer REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `events` ADD `created_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `events_end` ON `events` (`ends_at`,`id`);--> statement-breakpoint
ALTER TABLE `level_revisions` ADD `fastest_ms` integer;--> statement-breakpoint
ALTER TABLE `levels` ADD `visitors_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plays` ADD `visits` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `plays` ADD `counted_until` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plays` ADD `played_day` text DEFAULT '' NOT NULL;--> statement-breakpoint
INSERT INTO `signing_keys` (`id`, `created_at`) VALUES (1, 0);--> statement-breakpoint
-- What older rows know of what is new.
UPDATE `clears` SET `best_at` = `cleared_at`;--> statement-breakpoint
UPDATE `levels` SET `visitors_count` = `plays_count` WHERE `plays_count` > 0;--> statement-breakpoint
UPDATE `plays` SET `counted_until` = `played_at` + 1000 * `seconds`;--> statement-breakpoint
INSERT INTO `event_levels` (`event_id`, `level_id`) SELECT `event_id`, `id` FROM `levels` WHERE `event_id` IS NOT NULL;--> statement-breakpoint
UPDATE `challenges` SET `level_id` = coalesce((SELECT min(`id`) FROM `levels` WHERE `challenge_id` = `challenges`.`id`), 0);--> statement-breakpoint
-- Who plays is told by hosts from here on.
UPDATE `levels` SET `playing_count` = 0 WHERE `playing_count` <> 0;--> statement-breakpoint
CREATE TRIGGER host_levels_insert AFTER INSERT ON host_levels WHEN new.players > 0 BEGIN
  UPDATE levels SET playing_count = playing_count + new.players WHERE id = new.level_id;
END;
--> statement-breakpoint
CREATE TRIGGER host_levels_update AFTER UPDATE OF players ON host_levels WHEN new.players <> old.players BEGIN
  UPDATE levels SET playing_count = playing_count + new.players - old.players WHERE id = new.level_id;
END;
--> statement-breakpoint
CREATE TRIGGER host_levels_delete AFTER DELETE ON host_levels WHEN old.players > 0 BEGIN
  UPDATE levels SET playing_count = playing_count - old.players WHERE id = old.level_id;
END;
--> statement-breakpoint
-- A play is a visit; a creator's own count for nothing. How many others came at all is what their achievements look at.
DROP TRIGGER plays_insert;
--> statement-breakpoint
CREATE TRIGGER plays_insert AFTER INSERT ON plays
WHEN new.user_id <> (SELECT user_id FROM levels WHERE id = new.level_id) BEGIN
  UPDATE levels SET plays_count = plays_count + new.visits, visitors_count = visitors_count + 1 WHERE id = new.level_id;
  UPDATE users SET plays_sum = plays_sum + 1 WHERE id = (SELECT user_id FROM levels WHERE id = new.level_id);
END;
--> statement-breakpoint
CREATE TRIGGER plays_update_visits AFTER UPDATE OF visits ON plays
WHEN new.visits <> old.visits AND new.user_id <> (SELECT user_id FROM levels WHERE id = new.level_id) BEGIN
  UPDATE levels SET plays_count = plays_count + new.visits - old.visits WHERE id = new.level_id;
END;
