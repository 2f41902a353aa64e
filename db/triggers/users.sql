-- The site's search finds users by the beginning of their name; the home page shows how many there are.
CREATE TRIGGER users_insert AFTER INSERT ON users BEGIN
  INSERT INTO user_search (rowid, username) VALUES (new.id, new.username);
  INSERT INTO counters (name, value) VALUES ('users', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;

-- The directory finds any three letters of a name.
CREATE TRIGGER users_insert_name AFTER INSERT ON users WHEN new.deleted_at IS NULL BEGIN
  INSERT INTO name_search (rowid, username) VALUES (new.id, new.username);
END;

-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_clears_count_achieved AFTER UPDATE OF clears_count ON users WHEN new.clears_count > old.clears_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'clears_count' AND target > old.clears_count AND target <= new.clears_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;

-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_levels_count_achieved AFTER UPDATE OF levels_count ON users WHEN new.levels_count > old.levels_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'levels_count' AND target > old.levels_count AND target <= new.levels_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;

-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_public_levels_count_achieved AFTER UPDATE OF public_levels_count ON users WHEN new.public_levels_count > old.public_levels_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'public_levels_count' AND target > old.public_levels_count AND target <= new.public_levels_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;

-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_plays_sum_achieved AFTER UPDATE OF plays_sum ON users WHEN new.plays_sum > old.plays_sum
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'plays_sum' AND target > old.plays_sum AND target <= new.plays_sum) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;

-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_ratings_count_achieved AFTER UPDATE OF ratings_count ON users WHEN new.ratings_count > old.ratings_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'ratings_count' AND target > old.ratings_count AND target <= new.ratings_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;

-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_comments_written_achieved AFTER UPDATE OF comments_written ON users WHEN new.comments_written > old.comments_written
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'comments_written' AND target > old.comments_written AND target <= new.comments_written) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;

-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_buddies_count_achieved AFTER UPDATE OF buddies_count ON users WHEN new.buddies_count > old.buddies_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'buddies_count' AND target > old.buddies_count AND target <= new.buddies_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;

-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_purchases_count_achieved AFTER UPDATE OF purchases_count ON users WHEN new.purchases_count > old.purchases_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'purchases_count' AND target > old.purchases_count AND target <= new.purchases_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;

-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_sales_count_achieved AFTER UPDATE OF sales_count ON users WHEN new.sales_count > old.sales_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'sales_count' AND target > old.sales_count AND target <= new.sales_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;

-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_spirit_level_achieved AFTER UPDATE OF spirit_level ON users WHEN new.spirit_level > old.spirit_level
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'spirit_level' AND target > old.spirit_level AND target <= new.spirit_level) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;

-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_challenges_count_achieved AFTER UPDATE OF challenges_count ON users WHEN new.challenges_count > old.challenges_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'challenges_count' AND target > old.challenges_count AND target <= new.challenges_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;

-- Deleting an account is an update: its row stays, and doesn't count.
CREATE TRIGGER users_delete AFTER UPDATE OF deleted_at ON users
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'users';
END;

-- A renamed user is found by the new name, and so are their levels and items.
CREATE TRIGGER users_rename AFTER UPDATE OF username ON users WHEN new.username <> old.username BEGIN
  DELETE FROM user_search WHERE rowid = old.id;
  INSERT INTO user_search (rowid, username) SELECT new.id, new.username WHERE new.deleted_at IS NULL;
  DELETE FROM level_search WHERE rowid IN (SELECT search_row FROM levels WHERE user_id = new.id AND search_row IS NOT NULL);
  INSERT INTO level_search (rowid, title, description, creator, owner)
    SELECT search_row, title, description, new.username, 'owner' || new.id FROM levels
    WHERE user_id = new.id AND search_row IS NOT NULL;
  DELETE FROM item_search WHERE rowid IN (SELECT search_row FROM items WHERE user_id = new.id);
  INSERT INTO item_search (rowid, name, creator) SELECT search_row, name, new.username FROM items
    WHERE user_id = new.id AND state = 'shown';
END;

-- Deleted accounts aren't in the directory.
CREATE TRIGGER users_update_name AFTER UPDATE OF username, deleted_at ON users
WHEN new.username <> old.username OR new.deleted_at IS NOT old.deleted_at BEGIN
  DELETE FROM name_search WHERE rowid = old.id;
  INSERT INTO name_search (rowid, username) SELECT new.id, new.username WHERE new.deleted_at IS NULL;
END;

-- A new stamp is paid together with achievements: see worker/achievements.
CREATE TRIGGER users_first_night_earned AFTER UPDATE OF first_night ON users WHEN new.first_night <> old.first_night BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
