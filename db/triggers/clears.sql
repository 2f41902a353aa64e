-- Clears per level, per user and on the whole site. A user has one row per level.
CREATE TRIGGER clears_insert AFTER INSERT ON clears BEGIN
  UPDATE levels SET clears_count = clears_count + 1 WHERE id = new.level_id;
  UPDATE users SET clears_count = clears_count + 1 WHERE id = new.user_id;
  INSERT INTO counters (name, value) VALUES ('clears', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;

-- Ranked players per level and content: the total of a rank.
CREATE TRIGGER clears_insert_content AFTER INSERT ON clears BEGIN
  INSERT INTO level_contents (level_id, content, clears) VALUES (new.level_id, new.content, 1)
    ON CONFLICT (level_id, content) DO UPDATE SET clears = clears + 1;
END;

-- The sum of best times gives a level's usual length.
CREATE TRIGGER clears_insert_sum AFTER INSERT ON clears BEGIN
  UPDATE levels SET clear_ms_sum = clear_ms_sum + new.best_ms WHERE id = new.level_id;
END;

-- A clear of newer content moves the player to that content's ranks.
CREATE TRIGGER clears_update_content AFTER UPDATE OF content ON clears WHEN new.content <> old.content BEGIN
  UPDATE level_contents SET clears = clears - 1 WHERE level_id = old.level_id AND content = old.content;
  INSERT INTO level_contents (level_id, content, clears) VALUES (new.level_id, new.content, 1)
    ON CONFLICT (level_id, content) DO UPDATE SET clears = clears + 1;
END;

-- A better time replaces the earlier one in the sum.
CREATE TRIGGER clears_update_sum AFTER UPDATE OF best_ms ON clears WHEN new.best_ms <> old.best_ms BEGIN
  UPDATE levels SET clear_ms_sum = clear_ms_sum + new.best_ms - old.best_ms WHERE id = new.level_id;
END;

-- Removing a clear lowers the counts.
CREATE TRIGGER clears_delete AFTER DELETE ON clears BEGIN
  UPDATE levels SET clears_count = clears_count - 1 WHERE id = old.level_id;
  UPDATE users SET clears_count = clears_count - 1 WHERE id = old.user_id;
  UPDATE counters SET value = value - 1 WHERE name = 'clears';
END;

-- Removing a clear takes the player out of the content's ranks.
CREATE TRIGGER clears_delete_content AFTER DELETE ON clears BEGIN
  UPDATE level_contents SET clears = clears - 1 WHERE level_id = old.level_id AND content = old.content;
END;

-- Removing a clear takes its time out of the sum.
CREATE TRIGGER clears_delete_sum AFTER DELETE ON clears BEGIN
  UPDATE levels SET clear_ms_sum = clear_ms_sum - old.best_ms WHERE id = old.level_id;
END;
