-- Threads per subforum.
CREATE TRIGGER threads_insert AFTER INSERT ON threads BEGIN
  INSERT INTO counters (name, value) VALUES ('threads:' || new.subforum_id, 1)
    ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;

-- Replies per subforum.
CREATE TRIGGER threads_update_replies AFTER UPDATE OF replies_count ON threads
WHEN new.replies_count <> old.replies_count AND new.deleted_at IS NULL BEGIN
  INSERT INTO counters (name, value) VALUES ('replies:' || new.subforum_id, new.replies_count - old.replies_count)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;

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

-- The opening post is found by the thread's title.
CREATE TRIGGER threads_update_search AFTER UPDATE OF title ON threads WHEN new.title <> old.title BEGIN
  DELETE FROM post_search WHERE rowid = (SELECT id FROM replies WHERE thread_id = new.id AND position = 0 AND deleted_at IS NULL);
  INSERT INTO post_search (rowid, title, body)
    SELECT id, new.title, body FROM replies WHERE thread_id = new.id AND position = 0 AND deleted_at IS NULL;
END;

-- Bookmarks of a deleted thread are hidden, and return if it's restored.
CREATE TRIGGER threads_update_bookmarks AFTER UPDATE OF deleted_at ON threads
WHEN (new.deleted_at IS NULL) <> (old.deleted_at IS NULL) BEGIN
  UPDATE bookmarks SET hidden = new.deleted_at IS NOT NULL WHERE thread_id = new.id;
END;
