-- The audit log by time and by kind; the addresses of an account by when they were used.
CREATE INDEX `audit_log_time` ON `audit_log` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_kind` ON `audit_log` (`subject_type`,`id`);--> statement-breakpoint
CREATE INDEX `sightings_user` ON `sightings` (`user_id`,`last_at`,`address_hash`);--> statement-breakpoint
-- Entries are found by the names of who did it and of what it was done to, as they were then.
DROP TRIGGER audit_log_insert;--> statement-breakpoint
CREATE TRIGGER audit_log_insert AFTER INSERT ON audit_log BEGIN
  INSERT INTO audit_search (rowid, words) VALUES (new.id, new.action || ' ' || new.subject_type || ' ' || new.subject_id || ' '
    || coalesce((SELECT username FROM users WHERE id = new.actor_id), '') || ' '
    || coalesce(CASE new.subject_type
      WHEN 'user' THEN (SELECT username FROM users WHERE id = cast(new.subject_id AS integer))
      WHEN 'level' THEN (SELECT title FROM levels WHERE id = cast(new.subject_id AS integer))
      WHEN 'item' THEN (SELECT name FROM items WHERE id = cast(new.subject_id AS integer))
      WHEN 'thread' THEN (SELECT title FROM threads WHERE id = cast(new.subject_id AS integer)) END, '') || ' '
    || new.reason || ' ' || new.details || ' ' || coalesce(new.before, '') || ' ' || coalesce(new.after, ''));
END;
--> statement-breakpoint
INSERT INTO audit_search (audit_search) VALUES ('delete-all');--> statement-breakpoint
INSERT INTO audit_search (rowid, words)
  SELECT a.id, a.action || ' ' || a.subject_type || ' ' || a.subject_id || ' '
    || coalesce((SELECT username FROM users WHERE id = a.actor_id), '') || ' '
    || coalesce(CASE a.subject_type
      WHEN 'user' THEN (SELECT username FROM users WHERE id = cast(a.subject_id AS integer))
      WHEN 'level' THEN (SELECT title FROM levels WHERE id = cast(a.subject_id AS integer))
      WHEN 'item' THEN (SELECT name FROM items WHERE id = cast(a.subject_id AS integer)) END, '') || ' '
    || a.reason || ' ' || a.details || ' ' || coalesce(a.before, '') || ' ' || coalesce(a.after, '')
  FROM audit_log a;
