-- The length of a user's bookmark list.
CREATE TRIGGER bookmarks_insert AFTER INSERT ON bookmarks BEGIN
  UPDATE users SET bookmarks_count = bookmarks_count + 1 WHERE id = new.user_id;
END;

-- Bookmarks of a deleted thread are hidden and don't count until the thread is restored.
CREATE TRIGGER bookmarks_update AFTER UPDATE OF hidden ON bookmarks WHEN new.hidden <> old.hidden BEGIN
  UPDATE users SET bookmarks_count = bookmarks_count + old.hidden - new.hidden WHERE id = new.user_id;
END;

-- Hidden bookmarks were subtracted when their thread was deleted.
CREATE TRIGGER bookmarks_delete AFTER DELETE ON bookmarks WHEN old.hidden = 0 BEGIN
  UPDATE users SET bookmarks_count = bookmarks_count - 1 WHERE id = old.user_id;
END;
