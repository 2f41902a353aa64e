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
--> statement-breakpoint
CREATE TABLE `clears` (
	`user_id` integer NOT NULL,
	`level_id` integer NOT NULL,
	`best_ms` integer NOT NULL,
	`best_at` integer DEFAULT 0 NOT NULL,
	`times` integer DEFAULT 1 NOT NULL,
	`cleared_at` integer NOT NULL,
	`content` text DEFAULT '' NOT NULL,
	`best_run_id` integer,
	`best_live` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`user_id`, `level_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `clears_ranks` ON `clears` (`level_id`,`content`,`best_ms`,`best_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `clears_live` ON `clears` (`level_id`,`content`,`best_ms`,`best_at`,`user_id`) WHERE best_live = 1;--> statement-breakpoint
CREATE INDEX `clears_recorded` ON `clears` (`level_id`,`content`,`best_ms`,`best_at`,`user_id`) WHERE best_run_id is not null;--> statement-breakpoint
CREATE TABLE `level_contents` (
	`level_id` integer NOT NULL,
	`content` text NOT NULL,
	`clears` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`level_id`, `content`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `plays` (
	`user_id` integer NOT NULL,
	`level_id` integer NOT NULL,
	`visits` integer DEFAULT 1 NOT NULL,
	`seconds` integer DEFAULT 0 NOT NULL,
	`counted_until` integer DEFAULT 0 NOT NULL,
	`played_at` integer NOT NULL,
	`played_day` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`user_id`, `level_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `plays_recent` ON `plays` (`user_id`,`played_at`,`level_id`);--> statement-breakpoint
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
	`created_at` integer NOT NULL,
	`source` text DEFAULT 'host' NOT NULL,
	`revision` integer,
	`content` text DEFAULT '' NOT NULL,
	`physics` integer,
	`start_tick` integer,
	`live` integer DEFAULT 0 NOT NULL,
	`log` text,
	`log_hash` text,
	`ticks` integer,
	`deaths` integer,
	`work` integer,
	`statistics` text,
	`verified_at` integer,
	`reason` text,
	`first` integer,
	`best` integer,
	`coins` integer DEFAULT 0 NOT NULL,
	`xp` integer DEFAULT 0 NOT NULL,
	`previous_clear` text,
	`queued_at` integer,
	`keep_until` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `runs_call` ON `runs` (`call`);--> statement-breakpoint
CREATE INDEX `runs_flagged` ON `runs` (`id`) WHERE state = 'flagged';--> statement-breakpoint
CREATE INDEX `runs_expired` ON `runs` (`created_at`) WHERE log is null and state <> 'flagged';--> statement-breakpoint
CREATE INDEX `runs_keep` ON `runs` (`keep_until`) WHERE keep_until is not null;--> statement-breakpoint
CREATE INDEX `runs_waiting` ON `runs` (`queued_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `runs_unconfirmed` ON `runs` (`queued_at`) WHERE previous_clear is not null;--> statement-breakpoint
CREATE INDEX `runs_own_waiting` ON `runs` (`user_id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `runs_user` ON `runs` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `runs_log` ON `runs` (`level_id`,`content`,`log_hash`) WHERE log_hash is not null and state in ('counted', 'accepted', 'flagged');
--> statement-breakpoint
-- Ranked players per level and content: the total of a rank.
CREATE TRIGGER clears_insert_content AFTER INSERT ON clears BEGIN
  INSERT INTO level_contents (level_id, content, clears) VALUES (new.level_id, new.content, 1)
    ON CONFLICT (level_id, content) DO UPDATE SET clears = clears + 1;
END;
--> statement-breakpoint
-- A clear of newer content moves the player to that content's ranks.
CREATE TRIGGER clears_update_content AFTER UPDATE OF content ON clears WHEN new.content <> old.content BEGIN
  UPDATE level_contents SET clears = clears - 1 WHERE level_id = old.level_id AND content = old.content;
  INSERT INTO level_contents (level_id, content, clears) VALUES (new.level_id, new.content, 1)
    ON CONFLICT (level_id, content) DO UPDATE SET clears = clears + 1;
END;
--> statement-breakpoint
-- Removing a clear takes the player out of the content's ranks.
CREATE TRIGGER clears_delete_content AFTER DELETE ON clears BEGIN
  UPDATE level_contents SET clears = clears - 1 WHERE level_id = old.level_id AND content = old.content;
END;
