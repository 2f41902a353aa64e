CREATE TABLE `archive_moves` (
	`archive_id` integer PRIMARY KEY NOT NULL,
	FOREIGN KEY (`archive_id`) REFERENCES `archives`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `archived_cases` (
	`id` integer PRIMARY KEY NOT NULL,
	`subject_id` integer NOT NULL,
	`archive_id` integer NOT NULL,
	FOREIGN KEY (`archive_id`) REFERENCES `archives`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `archived_reporters` (
	`user_id` integer NOT NULL,
	`archive_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `archive_id`),
	FOREIGN KEY (`archive_id`) REFERENCES `archives`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `archives` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`first_id` integer NOT NULL,
	`last_id` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`rows_count` integer NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `archives_name` ON `archives` (`name`);--> statement-breakpoint
CREATE INDEX `archives_ids` ON `archives` (`kind`,`first_id`);--> statement-breakpoint
CREATE INDEX `archives_times` ON `archives` (`kind`,`first_at`);
--> statement-breakpoint
-- A file stays named as long as there is a database: without its row, what it has is lost.
CREATE TRIGGER archives_update BEFORE UPDATE ON archives BEGIN
  SELECT raise(abort, 'the list of archives is append-only');
END;
--> statement-breakpoint
-- A file's rows exist nowhere else.
CREATE TRIGGER archives_delete BEFORE DELETE ON archives BEGIN
  SELECT raise(abort, 'the list of archives is append-only');
END;
--> statement-breakpoint
DROP TRIGGER audit_log_delete;
--> statement-breakpoint
-- No one can remove what staff did, except that the schedule deletes what a file has (worker/archive): its batch names the file
-- in `archive_moves`, and only the ids of that file go.
CREATE TRIGGER audit_log_delete BEFORE DELETE ON audit_log
WHEN NOT EXISTS (SELECT 1 FROM archive_moves m JOIN archives a ON a.id = m.archive_id
  WHERE a.kind = 'audit' AND old.id BETWEEN a.first_id AND a.last_id) BEGIN
  SELECT raise(abort, 'the audit log is append-only');
END;
--> statement-breakpoint
-- The search covers what is in the database.
CREATE TRIGGER audit_log_delete_search AFTER DELETE ON audit_log BEGIN
  DELETE FROM audit_search WHERE rowid = old.id;
END;
--> statement-breakpoint
-- An archived case leaves the lists, and their totals.
CREATE TRIGGER cases_delete AFTER DELETE ON cases BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'cases:' || old.state || ':' || old.type;
END;
--> statement-breakpoint
-- Archived reports leave the reporter's list, and its total.
CREATE TRIGGER reports_delete AFTER DELETE ON reports BEGIN
  UPDATE users SET reports_made = reports_made - 1 WHERE id = old.reporter_id;
END;
