CREATE TABLE `unused_files` (
	`name` text PRIMARY KEY NOT NULL,
	`level_id` integer NOT NULL,
	`unused_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `unused_files_old` ON `unused_files` (`unused_at`);--> statement-breakpoint
CREATE INDEX `unused_files_level` ON `unused_files` (`level_id`);--> statement-breakpoint
ALTER TABLE `level_revisions` ADD `keep_until` integer;--> statement-breakpoint
ALTER TABLE `level_revisions` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `level_revisions_keep` ON `level_revisions` (`keep_until`) WHERE keep_until is not null;--> statement-breakpoint
CREATE INDEX `level_revisions_kept` ON `level_revisions` (`level_id`,`content`,`revision`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `level_revisions_asset` ON `level_revisions` (`asset`) WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE `levels` ADD `emptied_at` integer;--> statement-breakpoint
CREATE INDEX `levels_unemptied` ON `levels` (`updated_at`) WHERE visibility = 'deleted' and emptied_at is null;
--> statement-breakpoint
-- A level's newest 20 documents stay. A week after a revision has left them, the schedule decides about its document
-- (domain/levels/rules.ts has the numbers).
CREATE TRIGGER level_revisions_insert_keep AFTER INSERT ON level_revisions WHEN new.revision > 20 BEGIN
  UPDATE level_revisions SET keep_until = new.created_at + 604800000
    WHERE level_id = new.level_id AND revision = new.revision - 20 AND deleted_at IS NULL;
END;
--> statement-breakpoint
-- Files of a replaced picture are deleted later, unless the level shows them again.
CREATE TRIGGER levels_update_unused_files AFTER UPDATE OF picture, thumbnail, thumbnail_small ON levels
WHEN new.picture IS NOT old.picture OR new.thumbnail IS NOT old.thumbnail OR new.thumbnail_small IS NOT old.thumbnail_small BEGIN
  DELETE FROM unused_files WHERE name IN (new.picture, new.thumbnail, new.thumbnail_small);
  INSERT INTO unused_files (name, level_id, unused_at)
    SELECT value, new.id, unixepoch('now') * 1000
    FROM (SELECT old.picture AS value UNION SELECT old.thumbnail UNION SELECT old.thumbnail_small)
    WHERE value NOT IN (coalesce(new.picture, ''), coalesce(new.thumbnail, ''), coalesce(new.thumbnail_small, ''))
    ON CONFLICT (name) DO UPDATE SET unused_at = excluded.unused_at;
END;
--> statement-breakpoint
UPDATE level_revisions SET keep_until = created_at + 604800000
  WHERE revision <= (SELECT revision FROM levels WHERE id = level_id) - 20;
