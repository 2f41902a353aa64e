-- Plays and visitors of a level, and visitors of the creator's levels for achievements. A creator's own plays count for nothing.
CREATE TRIGGER plays_insert AFTER INSERT ON plays
WHEN new.user_id <> (SELECT user_id FROM levels WHERE id = new.level_id) BEGIN
  UPDATE levels SET plays_count = plays_count + new.visits, visitors_count = visitors_count + 1 WHERE id = new.level_id;
  UPDATE users SET plays_sum = plays_sum + 1 WHERE id = (SELECT user_id FROM levels WHERE id = new.level_id);
END;

-- The first-night stamp for playing. Accounts without a board have null, which stays null.
CREATE TRIGGER plays_first_night AFTER INSERT ON plays BEGIN
  UPDATE users SET first_night = first_night | 2 WHERE id = new.user_id AND first_night & 2 = 0;
END;

-- A user has one row per level; coming back adds a visit.
CREATE TRIGGER plays_update_visits AFTER UPDATE OF visits ON plays
WHEN new.visits <> old.visits AND new.user_id <> (SELECT user_id FROM levels WHERE id = new.level_id) BEGIN
  UPDATE levels SET plays_count = plays_count + new.visits - old.visits WHERE id = new.level_id;
END;
