-- Favorites of a level or an item.
CREATE TRIGGER favorites_insert AFTER INSERT ON favorites BEGIN
  UPDATE levels SET favorites_count = favorites_count + 1 WHERE new.target_type = 'level' AND id = new.target_id;
  UPDATE items SET favorites_count = favorites_count + 1 WHERE new.target_type = 'item' AND id = new.target_id;
END;

-- The first-night stamp for liking something. Accounts without a board have null, which stays null.
CREATE TRIGGER favorites_first_night AFTER INSERT ON favorites BEGIN
  UPDATE users SET first_night = first_night | 4 WHERE id = new.user_id AND first_night & 4 = 0;
END;

-- Removing a favorite lowers the count.
CREATE TRIGGER favorites_delete AFTER DELETE ON favorites BEGIN
  UPDATE levels SET favorites_count = favorites_count - 1 WHERE old.target_type = 'level' AND id = old.target_id;
  UPDATE items SET favorites_count = favorites_count - 1 WHERE old.target_type = 'item' AND id = old.target_id;
END;
