CREATE TABLE `bookmarks` (
	`user_id` integer NOT NULL,
	`thread_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `thread_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`thread_id`) REFERENCES `threads`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `bookmarks_newest` ON `bookmarks` (`user_id`,`created_at`,`thread_id`);--> statement-breakpoint
CREATE TABLE `forum_visits` (
	`user_id` integer NOT NULL,
	`subforum_id` integer NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `subforum_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `replies` (
	`id` integer PRIMARY KEY NOT NULL,
	`thread_id` integer NOT NULL,
	`position` integer NOT NULL,
	`user_id` integer NOT NULL,
	`body` text NOT NULL,
	`quote_id` integer,
	`edits_count` integer DEFAULT 0 NOT NULL,
	`edited_at` integer,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`deleted_by` integer,
	FOREIGN KEY (`thread_id`) REFERENCES `threads`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`deleted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `replies_position` ON `replies` (`thread_id`,`position`);--> statement-breakpoint
CREATE INDEX `replies_user` ON `replies` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `reply_edits` (
	`id` integer PRIMARY KEY NOT NULL,
	`reply_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`title` text,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
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
	`id` integer PRIMARY KEY NOT NULL,
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
	`deleted_by` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`deleted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `threads_list` ON `threads` (`subforum_id`,`pinned`,`last_reply_at`,`id`) WHERE "threads"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `threads_user` ON `threads` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `appeals` (
	`id` integer PRIMARY KEY NOT NULL,
	`ban_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`body` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`answer` text DEFAULT '' NOT NULL,
	`decided_by` integer,
	`decided_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`ban_id`) REFERENCES `bans`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `appeals_once` ON `appeals` (`ban_id`);--> statement-breakpoint
CREATE INDEX `appeals_state` ON `appeals` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `appeals_user` ON `appeals` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `bans` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`staff_id` integer,
	`reason` text NOT NULL,
	`until` integer,
	`case_id` integer,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`ended_by` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ended_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `bans_user` ON `bans` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `cases` (
	`id` integer PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`target` text NOT NULL,
	`subject_id` integer NOT NULL,
	`reason` text NOT NULL,
	`reports_count` integer DEFAULT 0 NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`claimed_by` integer,
	`claimed_at` integer,
	`outcome` text,
	`acts` text,
	`decided_by` integer,
	`decided_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`subject_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`claimed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cases_once` ON `cases` (`type`,`target`) WHERE "cases"."state" = 'open';--> statement-breakpoint
CREATE INDEX `cases_queue` ON `cases` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `cases_most` ON `cases` (`state`,`reports_count`,`id`);--> statement-breakpoint
CREATE INDEX `cases_type` ON `cases` (`state`,`type`,`id`);--> statement-breakpoint
CREATE INDEX `cases_claimed` ON `cases` (`claimed_by`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `cases_subject` ON `cases` (`subject_id`,`id`);--> statement-breakpoint
CREATE TABLE `evidence` (
	`id` integer PRIMARY KEY NOT NULL,
	`case_id` integer NOT NULL,
	`copy` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`case_id`) REFERENCES `cases`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `evidence_case` ON `evidence` (`case_id`,`id`);--> statement-breakpoint
CREATE TABLE `held_posts` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`place` text NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`body` text NOT NULL,
	`why` text NOT NULL,
	`found` text DEFAULT '' NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`decided_by` integer,
	`decided_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `held_posts_state` ON `held_posts` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `held_posts_user` ON `held_posts` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `prints` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`print` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `prints_user` ON `prints` (`user_id`,`created_at`,`kind`);--> statement-breakpoint
CREATE INDEX `prints_print` ON `prints` (`print`,`created_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `prints_old` ON `prints` (`created_at`);--> statement-breakpoint
CREATE TABLE `sightings` (
	`user_id` integer NOT NULL,
	`address_hash` text NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `address_hash`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sightings_address` ON `sightings` (`address_hash`,`last_at`,`user_id`);--> statement-breakpoint
CREATE TABLE `site_values` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `warnings` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`staff_id` integer NOT NULL,
	`reason` text NOT NULL,
	`case_id` integer,
	`created_at` integer NOT NULL,
	`seen_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `warnings_user` ON `warnings` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `words` (
	`id` integer PRIMARY KEY NOT NULL,
	`word` text NOT NULL,
	`action` text NOT NULL,
	`whole` integer DEFAULT 1 NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `words_once` ON `words` (`word`);--> statement-breakpoint
DROP INDEX `reports_queue`;--> statement-breakpoint
DROP INDEX `reports_once`;--> statement-breakpoint
DROP TRIGGER reports_insert;--> statement-breakpoint
DROP TRIGGER reports_update;--> statement-breakpoint
DROP TRIGGER reports_delete;--> statement-breakpoint
DELETE FROM counters WHERE name = 'reports:open';--> statement-breakpoint
ALTER TABLE `reports` ADD `case_id` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `bookmarks_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `reports_made` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What people had reported becomes cases: one for everything of one thing. A message's owner is the other of the two.
INSERT INTO cases (type, target, subject_id, reason, reports_count, state, created_at, updated_at)
  SELECT r.type, r.target,
    coalesce(CASE r.type
      WHEN 'level' THEN (SELECT user_id FROM levels WHERE id = cast(r.target AS integer))
      WHEN 'item' THEN (SELECT user_id FROM items WHERE id = cast(r.target AS integer))
      WHEN 'comment' THEN (SELECT user_id FROM comments WHERE id = cast(r.target AS integer))
      WHEN 'message' THEN CASE WHEN cast(r.target AS integer) = r.reporter_id
        THEN cast(substr(r.target, instr(r.target, '_') + 1) AS integer) ELSE cast(r.target AS integer) END
      ELSE cast(r.target AS integer) END, r.reporter_id),
    r.reason, count(*), CASE WHEN max(r.open) = 1 THEN 'open' ELSE 'decided' END, min(r.created_at), max(r.created_at)
  FROM reports r GROUP BY r.type, r.target;--> statement-breakpoint
UPDATE reports SET case_id = (SELECT id FROM cases c WHERE c.type = reports.type AND c.target = reports.target);--> statement-breakpoint
UPDATE users SET reports_made = (SELECT count(*) FROM reports WHERE reporter_id = users.id)
  WHERE id IN (SELECT reporter_id FROM reports);--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reports_once` ON `reports` (`case_id`,`reporter_id`);--> statement-breakpoint
ALTER TABLE `audit_log` ADD `before` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `after` text;--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`id`);--> statement-breakpoint
-- Reports count in their case and with whoever made them.
CREATE TRIGGER reports_insert AFTER INSERT ON reports BEGIN
  UPDATE cases SET reports_count = reports_count + 1, updated_at = new.created_at WHERE id = new.case_id;
  UPDATE users SET reports_made = reports_made + 1 WHERE id = new.reporter_id;
END;
--> statement-breakpoint
-- How many cases there are of each state and kind; open ones that nobody has taken on count by themselves, too.
CREATE TRIGGER cases_insert AFTER INSERT ON cases BEGIN
  INSERT INTO counters (name, value)
    SELECT 'cases:' || new.state || ':' || new.type, 1
    UNION ALL SELECT 'cases:unclaimed:' || new.type, 1 WHERE new.state = 'open' AND new.claimed_by IS NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER cases_update AFTER UPDATE OF state, claimed_by ON cases
WHEN new.state <> old.state OR new.claimed_by IS NOT old.claimed_by BEGIN
  INSERT INTO counters (name, value)
    SELECT 'cases:' || old.state || ':' || old.type, -1
    UNION ALL SELECT 'cases:unclaimed:' || old.type, -1 WHERE old.state = 'open' AND old.claimed_by IS NULL
    UNION ALL SELECT 'cases:' || new.state || ':' || new.type, 1
    UNION ALL SELECT 'cases:unclaimed:' || new.type, 1 WHERE new.state = 'open' AND new.claimed_by IS NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
INSERT INTO counters (name, value)
  SELECT 'cases:' || state || ':' || type, count(*) FROM cases GROUP BY state, type
  UNION ALL SELECT 'cases:unclaimed:' || type, count(*) FROM cases WHERE state = 'open' GROUP BY type;
--> statement-breakpoint
INSERT INTO bans (user_id, staff_id, reason, until, created_at)
  SELECT id, (SELECT actor_id FROM audit_log a WHERE a.subject_type = 'user' AND a.subject_id = cast(users.id AS text)
      AND a.action = 'user.ban' ORDER BY a.id DESC LIMIT 1), coalesce(ban_reason, ''), banned_until, banned_at
  FROM users WHERE banned_at IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER appeals_insert AFTER INSERT ON appeals BEGIN
  INSERT INTO counters (name, value) VALUES ('appeals:' || new.state, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER appeals_update AFTER UPDATE OF state ON appeals WHEN new.state <> old.state BEGIN
  INSERT INTO counters (name, value) VALUES ('appeals:' || old.state, -1), ('appeals:' || new.state, 1)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER held_posts_insert AFTER INSERT ON held_posts BEGIN
  INSERT INTO counters (name, value) VALUES ('held:' || new.state, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER held_posts_update AFTER UPDATE OF state ON held_posts WHEN new.state <> old.state BEGIN
  INSERT INTO counters (name, value) VALUES ('held:' || old.state, -1), ('held:' || new.state, 1)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- Where an account signs in from outlives its sessions.
CREATE TRIGGER sessions_insert AFTER INSERT ON sessions WHEN new.address_hash <> '' BEGIN
  INSERT INTO sightings (user_id, address_hash, first_at, last_at)
    VALUES (new.user_id, new.address_hash, new.created_at, new.created_at)
    ON CONFLICT (user_id, address_hash) DO UPDATE SET last_at = max(last_at, excluded.last_at);
END;
--> statement-breakpoint
INSERT INTO sightings (user_id, address_hash, first_at, last_at)
  SELECT user_id, address_hash, min(created_at), max(created_at) FROM sessions WHERE address_hash <> '' GROUP BY user_id, address_hash;
--> statement-breakpoint
-- The word list is read with every text: as one row.
CREATE TRIGGER words_insert AFTER INSERT ON words BEGIN
  INSERT INTO site_values (name, value) SELECT 'words', json_group_array(json_array(word, action, whole)) FROM words WHERE true
    ON CONFLICT (name) DO UPDATE SET value = excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER words_update AFTER UPDATE ON words BEGIN
  INSERT INTO site_values (name, value) SELECT 'words', json_group_array(json_array(word, action, whole)) FROM words WHERE true
    ON CONFLICT (name) DO UPDATE SET value = excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER words_delete AFTER DELETE ON words BEGIN
  INSERT INTO site_values (name, value) SELECT 'words', json_group_array(json_array(word, action, whole)) FROM words WHERE true
    ON CONFLICT (name) DO UPDATE SET value = excluded.value;
END;
--> statement-breakpoint
-- What staff did, to be searched.
CREATE VIRTUAL TABLE audit_search USING fts5(
  words,
  content='', contentless_delete=1, prefix='2 3', tokenize="unicode61 remove_diacritics 2"
);
--> statement-breakpoint
CREATE TRIGGER audit_log_insert AFTER INSERT ON audit_log BEGIN
  INSERT INTO audit_search (rowid, words) VALUES (new.id, new.action || ' ' || new.subject_type || ' ' || new.subject_id || ' '
    || new.reason || ' ' || new.details || ' ' || coalesce(new.before, '') || ' ' || coalesce(new.after, ''));
END;
--> statement-breakpoint
INSERT INTO audit_search (rowid, words)
  SELECT id, action || ' ' || subject_type || ' ' || subject_id || ' ' || reason || ' ' || details FROM audit_log;
--> statement-breakpoint
-- The forums: counts, the last reply, search.
CREATE TRIGGER threads_insert AFTER INSERT ON threads BEGIN
  INSERT INTO counters (name, value) VALUES ('threads:' || new.subforum_id, 1)
    ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER threads_update_replies AFTER UPDATE OF replies_count ON threads
WHEN new.replies_count <> old.replies_count AND new.deleted_at IS NULL BEGIN
  INSERT INTO counters (name, value) VALUES ('replies:' || new.subforum_id, new.replies_count - old.replies_count)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- A thread that is moved or deleted takes its share of the counts along.
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
CREATE TRIGGER replies_insert AFTER INSERT ON replies WHEN new.position > 0 BEGIN
  UPDATE threads SET replies_count = max(replies_count, new.position), last_reply_at = new.created_at,
    last_reply_id = new.id, last_user_id = new.user_id WHERE id = new.thread_id;
END;
--> statement-breakpoint
-- The newest reply that stands is the last one; its number stays with one that was deleted.
CREATE TRIGGER replies_delete AFTER UPDATE OF deleted_at ON replies
WHEN new.position > 0 AND (new.deleted_at IS NULL) <> (old.deleted_at IS NULL) BEGIN
  UPDATE threads SET (last_reply_id, last_user_id, last_reply_at) = (
    SELECT max(id), user_id, coalesce(created_at, threads.created_at) FROM (
      SELECT id, user_id, created_at FROM replies
        WHERE thread_id = new.thread_id AND position > 0 AND deleted_at IS NULL ORDER BY position DESC LIMIT 1))
    WHERE id = new.thread_id;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE post_search USING fts5(
  title, body,
  content='', contentless_delete=1, prefix='2 3', tokenize="unicode61 remove_diacritics 2"
);
--> statement-breakpoint
CREATE TRIGGER replies_insert_search AFTER INSERT ON replies WHEN new.deleted_at IS NULL BEGIN
  INSERT INTO post_search (rowid, title, body)
    VALUES (new.id, CASE WHEN new.position = 0 THEN (SELECT title FROM threads WHERE id = new.thread_id) ELSE '' END, new.body);
END;
--> statement-breakpoint
CREATE TRIGGER replies_update_search AFTER UPDATE OF body, deleted_at ON replies
WHEN new.body <> old.body OR (new.deleted_at IS NULL) <> (old.deleted_at IS NULL) BEGIN
  DELETE FROM post_search WHERE rowid = old.id;
  INSERT INTO post_search (rowid, title, body)
    SELECT new.id, CASE WHEN new.position = 0 THEN (SELECT title FROM threads WHERE id = new.thread_id) ELSE '' END, new.body
    WHERE new.deleted_at IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER threads_update_search AFTER UPDATE OF title ON threads WHEN new.title <> old.title BEGIN
  DELETE FROM post_search WHERE rowid = (SELECT id FROM replies WHERE thread_id = new.id AND position = 0 AND deleted_at IS NULL);
  INSERT INTO post_search (rowid, title, body)
    SELECT id, new.title, body FROM replies WHERE thread_id = new.id AND position = 0 AND deleted_at IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER bookmarks_insert AFTER INSERT ON bookmarks BEGIN
  UPDATE users SET bookmarks_count = bookmarks_count + 1 WHERE id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER bookmarks_delete AFTER DELETE ON bookmarks BEGIN
  UPDATE users SET bookmarks_count = bookmarks_count - 1 WHERE id = old.user_id;
END;
