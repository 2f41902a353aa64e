-- Buddies per user. A friendship has a row in each direction.
CREATE TRIGGER buddies_insert AFTER INSERT ON buddies BEGIN
  UPDATE users SET buddies_count = buddies_count + 1 WHERE id = new.user_id;
END;

-- The first-night stamp for making a buddy. Accounts without a board have null, which stays null.
CREATE TRIGGER buddies_first_night AFTER INSERT ON buddies BEGIN
  UPDATE users SET first_night = first_night | 16 WHERE id = new.user_id AND first_night & 16 = 0;
END;

-- Ending a friendship deletes both of its rows.
CREATE TRIGGER buddies_delete AFTER DELETE ON buddies BEGIN
  UPDATE users SET buddies_count = buddies_count - 1 WHERE id = old.user_id;
END;

-- Only buddies build a level together.
CREATE TRIGGER buddies_delete_editors AFTER DELETE ON buddies BEGIN
  DELETE FROM level_editors WHERE user_id = old.buddy_id
    AND EXISTS (SELECT 1 FROM levels WHERE id = level_editors.level_id AND user_id = old.user_id);
END;
