CREATE TABLE `level_contents` (
	`level_id` integer NOT NULL,
	`content` text NOT NULL,
	`clears` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`level_id`, `content`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `runs` ADD `source` text DEFAULT 'host' NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `revision` integer;--> statement-breakpoint
ALTER TABLE `runs` ADD `content` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `physics` integer;--> statement-breakpoint
ALTER TABLE `runs` ADD `start_tick` integer;--> statement-breakpoint
ALTER TABLE `runs` ADD `live` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `log` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `log_hash` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `ticks` integer;--> statement-breakpoint
ALTER TABLE `runs` ADD `deaths` integer;--> statement-breakpoint
ALTER TABLE `runs` ADD `work` integer;--> statement-breakpoint
ALTER TABLE `runs` ADD `statistics` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `verified_at` integer;--> statement-breakpoint
ALTER TABLE `runs` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `first` integer;--> statement-breakpoint
ALTER TABLE `runs` ADD `best` integer;--> statement-breakpoint
ALTER TABLE `runs` ADD `coins` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `xp` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `queued_at` integer;--> statement-breakpoint
ALTER TABLE `runs` ADD `keep_until` integer;--> statement-breakpoint
CREATE INDEX `runs_expired` ON `runs` (`created_at`) WHERE log is null and state <> 'aside';--> statement-breakpoint
CREATE INDEX `runs_keep` ON `runs` (`keep_until`) WHERE keep_until is not null;--> statement-breakpoint
CREATE INDEX `runs_waiting` ON `runs` (`queued_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `runs_own_waiting` ON `runs` (`user_id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `runs_user` ON `runs` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `runs_log` ON `runs` (`level_id`,`content`,`log_hash`) WHERE log_hash is not null and state in ('counted', 'accepted', 'aside');--> statement-breakpoint
ALTER TABLE `clears` ADD `content` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `clears` ADD `best_run_id` integer;--> statement-breakpoint
CREATE INDEX `clears_ranks` ON `clears` (`level_id`,`content`,`best_ms`,`best_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `clears_recorded` ON `clears` (`level_id`,`content`,`best_ms`,`best_at`,`user_id`) WHERE best_run_id is not null;--> statement-breakpoint
ALTER TABLE `level_revisions` ADD `content` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `level_revisions` ADD `content_hash` text;--> statement-breakpoint
ALTER TABLE `level_revisions` ADD `goal` integer;--> statement-breakpoint
ALTER TABLE `level_revisions` ADD `clear_run_id` integer;--> statement-breakpoint
ALTER TABLE `level_revisions` ADD `physics` integer;--> statement-breakpoint
ALTER TABLE `level_revisions` ADD `work` integer;--> statement-breakpoint
CREATE INDEX `level_revisions_content` ON `level_revisions` (`level_id`,`content_hash`) WHERE content_hash is not null;--> statement-breakpoint
CREATE INDEX `level_revisions_clear` ON `level_revisions` (`clear_run_id`) WHERE clear_run_id is not null;--> statement-breakpoint
-- Ranked players per level and content. Everything so far has no content hash, so it shares the empty content.
INSERT INTO `level_contents` (`level_id`, `content`, `clears`) SELECT `id`, '', `clears_count` FROM `levels` WHERE `clears_count` > 0;--> statement-breakpoint
CREATE TRIGGER clears_insert_content AFTER INSERT ON clears BEGIN
  INSERT INTO level_contents (level_id, content, clears) VALUES (new.level_id, new.content, 1)
    ON CONFLICT (level_id, content) DO UPDATE SET clears = clears + 1;
END;
--> statement-breakpoint
CREATE TRIGGER clears_update_content AFTER UPDATE OF content ON clears WHEN new.content <> old.content BEGIN
  UPDATE level_contents SET clears = clears - 1 WHERE level_id = old.level_id AND content = old.content;
  INSERT INTO level_contents (level_id, content, clears) VALUES (new.level_id, new.content, 1)
    ON CONFLICT (level_id, content) DO UPDATE SET clears = clears + 1;
END;
--> statement-breakpoint
CREATE TRIGGER clears_delete_content AFTER DELETE ON clears BEGIN
  UPDATE level_contents SET clears = clears - 1 WHERE level_id = old.level_id AND content = old.content;
END;
