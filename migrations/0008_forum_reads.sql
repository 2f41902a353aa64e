-- A page of threads is read from the index alone, and what is new since a time is one look at another.
DROP INDEX `threads_list`;--> statement-breakpoint
CREATE INDEX `threads_list` ON `threads` (`subforum_id`,`pinned`,`last_reply_at`,`id`,`user_id`,`last_user_id`,`last_reply_id`,`replies_count`,`locked`,`created_at`,`title`) WHERE "threads"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `replies_time` ON `replies` (`thread_id`,`created_at`,`position`);--> statement-breakpoint
-- Bookmarks of a thread that was deleted are kept for the day it comes back; until then nobody sees or counts them.
ALTER TABLE `bookmarks` ADD `hidden` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP INDEX `bookmarks_newest`;--> statement-breakpoint
CREATE INDEX `bookmarks_newest` ON `bookmarks` (`user_id`,`hidden`,`created_at`,`thread_id`);--> statement-breakpoint
CREATE INDEX `bookmarks_thread` ON `bookmarks` (`thread_id`);--> statement-breakpoint
DROP TRIGGER bookmarks_delete;--> statement-breakpoint
CREATE TRIGGER bookmarks_delete AFTER DELETE ON bookmarks WHEN old.hidden = 0 BEGIN
  UPDATE users SET bookmarks_count = bookmarks_count - 1 WHERE id = old.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER bookmarks_update AFTER UPDATE OF hidden ON bookmarks WHEN new.hidden <> old.hidden BEGIN
  UPDATE users SET bookmarks_count = bookmarks_count + old.hidden - new.hidden WHERE id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER threads_update_bookmarks AFTER UPDATE OF deleted_at ON threads
WHEN (new.deleted_at IS NULL) <> (old.deleted_at IS NULL) BEGIN
  UPDATE bookmarks SET hidden = new.deleted_at IS NOT NULL WHERE thread_id = new.id;
END;
