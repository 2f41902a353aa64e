-- A thread's replies and its last one. Reply 0 is the opening post, which counts as none.
CREATE TRIGGER replies_insert AFTER INSERT ON replies WHEN new.position > 0 BEGIN
  UPDATE threads SET replies_count = max(replies_count, new.position), last_reply_at = new.created_at,
    last_reply_id = new.id, last_user_id = new.user_id WHERE id = new.thread_id;
END;

-- The opening post is found by the thread's title as well.
CREATE TRIGGER replies_insert_search AFTER INSERT ON replies WHEN new.deleted_at IS NULL BEGIN
  INSERT INTO post_search (rowid, title, body)
    VALUES (new.id, CASE WHEN new.position = 0 THEN (SELECT title FROM threads WHERE id = new.thread_id) ELSE '' END, new.body);
END;

-- Deleting or restoring is an update. The newest visible reply is the last one; deleted replies keep their number.
CREATE TRIGGER replies_delete AFTER UPDATE OF deleted_at ON replies
WHEN new.position > 0 AND (new.deleted_at IS NULL) <> (old.deleted_at IS NULL) BEGIN
  UPDATE threads SET (last_reply_id, last_user_id, last_reply_at) = (
    SELECT max(id), user_id, coalesce(created_at, threads.created_at) FROM (
      SELECT id, user_id, created_at FROM replies
        WHERE thread_id = new.thread_id AND position > 0 AND deleted_at IS NULL ORDER BY position DESC LIMIT 1))
    WHERE id = new.thread_id;
END;

-- Deleted replies aren't found; restored ones are found again.
CREATE TRIGGER replies_update_search AFTER UPDATE OF body, deleted_at ON replies
WHEN new.body <> old.body OR (new.deleted_at IS NULL) <> (old.deleted_at IS NULL) BEGIN
  DELETE FROM post_search WHERE rowid = old.id;
  INSERT INTO post_search (rowid, title, body)
    SELECT new.id, CASE WHEN new.position = 0 THEN (SELECT title FROM threads WHERE id = new.thread_id) ELSE '' END, new.body
    WHERE new.deleted_at IS NULL;
END;
