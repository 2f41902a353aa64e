-- Comments shown under a level, an item or a profile.
CREATE TRIGGER comments_insert AFTER INSERT ON comments WHEN new.deleted_at IS NULL BEGIN
  UPDATE levels SET comments_count = comments_count + 1 WHERE new.target_type = 'level' AND id = new.target_id;
  UPDATE items SET comments_count = comments_count + 1 WHERE new.target_type = 'item' AND id = new.target_id;
  UPDATE users SET comments_count = comments_count + 1 WHERE new.target_type = 'user' AND id = new.target_id;
END;

-- Comments a user has written, for achievements. Deleting a comment doesn't lower it.
CREATE TRIGGER comments_insert_stat AFTER INSERT ON comments BEGIN
  UPDATE users SET comments_written = comments_written + 1 WHERE id = new.user_id;
END;

-- The first-night stamp for saying something. Accounts without a board have null, which stays null.
CREATE TRIGGER comments_first_night AFTER INSERT ON comments BEGIN
  UPDATE users SET first_night = first_night | 8 WHERE id = new.user_id AND first_night & 8 = 0;
END;

-- Deleting a comment is an update: the row stays for moderators, the count goes down.
CREATE TRIGGER comments_delete AFTER UPDATE OF deleted_at ON comments
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  UPDATE levels SET comments_count = comments_count - 1 WHERE new.target_type = 'level' AND id = new.target_id;
  UPDATE items SET comments_count = comments_count - 1 WHERE new.target_type = 'item' AND id = new.target_id;
  UPDATE users SET comments_count = comments_count - 1 WHERE new.target_type = 'user' AND id = new.target_id;
END;

-- A removal that staff undo counts again. The comment returns to its place, because lists are ordered by id.
CREATE TRIGGER comments_restore AFTER UPDATE OF deleted_at ON comments
WHEN old.deleted_at IS NOT NULL AND new.deleted_at IS NULL BEGIN
  UPDATE levels SET comments_count = comments_count + 1 WHERE new.target_type = 'level' AND id = new.target_id;
  UPDATE items SET comments_count = comments_count + 1 WHERE new.target_type = 'item' AND id = new.target_id;
  UPDATE users SET comments_count = comments_count + 1 WHERE new.target_type = 'user' AND id = new.target_id;
END;
