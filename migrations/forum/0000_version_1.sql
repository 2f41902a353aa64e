CREATE TABLE `counters` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `keyed_calls` (
	`user_id` integer NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`created_at` integer NOT NULL,
	`status` integer,
	`body` text,
	PRIMARY KEY(`user_id`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `keyed_calls_old` ON `keyed_calls` (`created_at`);--> statement-breakpoint
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
CREATE TABLE `bookmark_counts` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`value` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `bookmarks` (
	`user_id` integer NOT NULL,
	`thread_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`hidden` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `thread_id`),
	FOREIGN KEY (`thread_id`) REFERENCES `threads`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `bookmarks_newest` ON `bookmarks` (`user_id`,`hidden`,`created_at`,`thread_id`);--> statement-breakpoint
CREATE INDEX `bookmarks_thread` ON `bookmarks` (`thread_id`);--> statement-breakpoint
CREATE TABLE `forum_visits` (
	`user_id` integer NOT NULL,
	`subforum_id` integer NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `subforum_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `replies` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`thread_id` integer NOT NULL,
	`position` integer NOT NULL,
	`user_id` integer NOT NULL,
	`body` text NOT NULL,
	`quote_id` integer,
	`edits_count` integer DEFAULT 0 NOT NULL,
	`stamp` integer DEFAULT 0 NOT NULL,
	`edited_at` integer,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`deleted_by` integer,
	FOREIGN KEY (`thread_id`) REFERENCES `threads`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `replies_position` ON `replies` (`thread_id`,`position`);--> statement-breakpoint
CREATE INDEX `replies_time` ON `replies` (`thread_id`,`created_at`,`position`);--> statement-breakpoint
CREATE INDEX `replies_user` ON `replies` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `reply_edits` (
	`id` integer PRIMARY KEY NOT NULL,
	`reply_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`title` text,
	`body` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `reply_edits_reply` ON `reply_edits` (`reply_id`,`id`);--> statement-breakpoint
CREATE TABLE `thread_visits` (
	`user_id` integer NOT NULL,
	`thread_id` integer NOT NULL,
	`position` integer NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `thread_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `threads` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subforum_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`title` text NOT NULL,
	`replies_count` integer DEFAULT 0 NOT NULL,
	`pinned` integer DEFAULT 0 NOT NULL,
	`locked` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`last_reply_at` integer NOT NULL,
	`last_reply_id` integer,
	`last_user_id` integer,
	`deleted_at` integer,
	`deleted_by` integer
);
--> statement-breakpoint
CREATE INDEX `threads_list` ON `threads` (`subforum_id`,`pinned`,`last_reply_at`,`id`,`user_id`,`last_user_id`,`last_reply_id`,`replies_count`,`locked`,`created_at`,`title`) WHERE "threads"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `threads_user` ON `threads` (`user_id`,`id`);
--> statement-breakpoint
-- Forum posts; the opening post has the thread's title.
CREATE VIRTUAL TABLE post_search USING fts5(
  title, body,
  content='', contentless_delete=1, prefix='2 3', tokenize="unicode61 remove_diacritics 2"
);
--> statement-breakpoint
-- The length of a member's list of bookmarks.
CREATE TRIGGER bookmarks_insert AFTER INSERT ON bookmarks BEGIN
  INSERT INTO bookmark_counts (user_id, value) VALUES (new.user_id, 1) ON CONFLICT (user_id) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
-- Bookmarks of a deleted thread are hidden and don't count until the thread is restored.
CREATE TRIGGER bookmarks_update AFTER UPDATE OF hidden ON bookmarks WHEN new.hidden <> old.hidden BEGIN
  UPDATE bookmark_counts SET value = value + old.hidden - new.hidden WHERE user_id = new.user_id;
END;
--> statement-breakpoint
-- Hidden bookmarks were subtracted when their thread was deleted.
CREATE TRIGGER bookmarks_delete AFTER DELETE ON bookmarks WHEN old.hidden = 0 BEGIN
  UPDATE bookmark_counts SET value = value - 1 WHERE user_id = old.user_id;
END;
--> statement-breakpoint
-- A thread's replies and its last one. Reply 0 is the opening post, which counts as none.
CREATE TRIGGER replies_insert AFTER INSERT ON replies WHEN new.position > 0 BEGIN
  UPDATE threads SET replies_count = max(replies_count, new.position), last_reply_at = new.created_at,
    last_reply_id = new.id, last_user_id = new.user_id WHERE id = new.thread_id;
END;
--> statement-breakpoint
-- The opening post is found by the thread's title as well.
CREATE TRIGGER replies_insert_search AFTER INSERT ON replies WHEN new.deleted_at IS NULL BEGIN
  INSERT INTO post_search (rowid, title, body)
    VALUES (new.id, CASE WHEN new.position = 0 THEN (SELECT title FROM threads WHERE id = new.thread_id) ELSE '' END, new.body);
END;
--> statement-breakpoint
-- Deleting or restoring is an update. The newest visible reply is the last one; deleted replies keep their number.
CREATE TRIGGER replies_delete AFTER UPDATE OF deleted_at ON replies
WHEN new.position > 0 AND (new.deleted_at IS NULL) <> (old.deleted_at IS NULL) BEGIN
  UPDATE threads SET (last_reply_id, last_user_id, last_reply_at) = (
    SELECT max(id), user_id, coalesce(created_at, threads.created_at) FROM (
      SELECT id, user_id, created_at FROM replies
        WHERE thread_id = new.thread_id AND position > 0 AND deleted_at IS NULL ORDER BY position DESC LIMIT 1))
    WHERE id = new.thread_id;
END;
--> statement-breakpoint
-- Deleted replies aren't found; restored ones are found again.
CREATE TRIGGER replies_update_search AFTER UPDATE OF body, deleted_at ON replies
WHEN new.body <> old.body OR (new.deleted_at IS NULL) <> (old.deleted_at IS NULL) BEGIN
  DELETE FROM post_search WHERE rowid = old.id;
  INSERT INTO post_search (rowid, title, body)
    SELECT new.id, CASE WHEN new.position = 0 THEN (SELECT title FROM threads WHERE id = new.thread_id) ELSE '' END, new.body
    WHERE new.deleted_at IS NULL;
END;
--> statement-breakpoint
-- Threads per subforum.
CREATE TRIGGER threads_insert AFTER INSERT ON threads BEGIN
  INSERT INTO counters (name, value) VALUES ('threads:' || new.subforum_id, 1)
    ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
-- Replies per subforum.
CREATE TRIGGER threads_update_replies AFTER UPDATE OF replies_count ON threads
WHEN new.replies_count <> old.replies_count AND new.deleted_at IS NULL BEGIN
  INSERT INTO counters (name, value) VALUES ('replies:' || new.subforum_id, new.replies_count - old.replies_count)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- A moved or deleted thread takes its replies out of the subforum's totals.
CREATE TRIGGER threads_update_place AFTER UPDATE OF subforum_id, deleted_at ON threads
WHEN new.subforum_id <> old.subforum_id OR (new.deleted_at IS NULL) <> (old.deleted_at IS NULL) BEGIN
  INSERT INTO counters (name, value)
    SELECT 'threads:' || old.subforum_id, -1 WHERE old.deleted_at IS NULL
    UNION ALL SELECT 'replies:' || old.subforum_id, -old.replies_count WHERE old.deleted_at IS NULL
    UNION ALL SELECT 'threads:' || new.subforum_id, 1 WHERE new.deleted_at IS NULL
    UNION ALL SELECT 'replies:' || new.subforum_id, new.replies_count WHERE new.deleted_at IS NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- The opening post is found by the thread's title.
CREATE TRIGGER threads_update_search AFTER UPDATE OF title ON threads WHEN new.title <> old.title BEGIN
  DELETE FROM post_search WHERE rowid = (SELECT id FROM replies WHERE thread_id = new.id AND position = 0 AND deleted_at IS NULL);
  INSERT INTO post_search (rowid, title, body)
    SELECT id, new.title, body FROM replies WHERE thread_id = new.id AND position = 0 AND deleted_at IS NULL;
END;
--> statement-breakpoint
-- Bookmarks of a deleted thread are hidden, and return if it's restored.
CREATE TRIGGER threads_update_bookmarks AFTER UPDATE OF deleted_at ON threads
WHEN (new.deleted_at IS NULL) <> (old.deleted_at IS NULL) BEGIN
  UPDATE bookmarks SET hidden = new.deleted_at IS NOT NULL WHERE thread_id = new.id;
END;
