-- The length of a member's list of bookmarks.
CREATE TRIGGER bookmarks_insert AFTER INSERT ON bookmarks BEGIN
  INSERT INTO bookmark_counts (user_id, value) VALUES (new.user_id, 1) ON CONFLICT (user_id) DO UPDATE SET value = value + 1;
END;

-- Bookmarks of a deleted thread are hidden and don't count until the thread is restored.
CREATE TRIGGER bookmarks_update AFTER UPDATE OF hidden ON bookmarks WHEN new.hidden <> old.hidden BEGIN
  UPDATE bookmark_counts SET value = value + old.hidden - new.hidden WHERE user_id = new.user_id;
END;

-- Hidden bookmarks were subtracted when their thread was deleted.
CREATE TRIGGER bookmarks_delete AFTER DELETE ON bookmarks WHEN old.hidden = 0 BEGIN
  UPDATE bookmark_counts SET value = value - 1 WHERE user_id = old.user_id;
END;
