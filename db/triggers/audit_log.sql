-- Staff search entries by the names of actor and subject as they were at the time.
CREATE TRIGGER audit_log_insert AFTER INSERT ON audit_log BEGIN
  INSERT INTO audit_search (rowid, words) VALUES (new.id, new.action || ' ' || new.subject_type || ' ' || new.subject_id || ' '
    || coalesce((SELECT username FROM users WHERE id = new.actor_id), '') || ' '
    || coalesce(CASE new.subject_type
      WHEN 'user' THEN (SELECT username FROM users WHERE id = cast(new.subject_id AS integer))
      WHEN 'level' THEN (SELECT title FROM levels WHERE id = cast(new.subject_id AS integer))
      WHEN 'item' THEN (SELECT name FROM items WHERE id = cast(new.subject_id AS integer)) END, '') || ' '
    || new.reason || ' ' || new.details || ' ' || coalesce(new.before, '') || ' ' || coalesce(new.after, ''));
END;

-- No one can rewrite what staff did.
CREATE TRIGGER audit_log_update BEFORE UPDATE ON audit_log BEGIN
  SELECT raise(abort, 'the audit log is append-only');
END;

-- No one can remove what staff did.
CREATE TRIGGER audit_log_delete BEFORE DELETE ON audit_log BEGIN
  SELECT raise(abort, 'the audit log is append-only');
END;
