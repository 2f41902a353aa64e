-- Ranked players per level and content: the total of a rank.
CREATE TRIGGER clears_insert_content AFTER INSERT ON clears BEGIN
  INSERT INTO level_contents (level_id, content, clears) VALUES (new.level_id, new.content, 1)
    ON CONFLICT (level_id, content) DO UPDATE SET clears = clears + 1;
END;

-- A clear of newer content moves the player to that content's ranks.
CREATE TRIGGER clears_update_content AFTER UPDATE OF content ON clears WHEN new.content <> old.content BEGIN
  UPDATE level_contents SET clears = clears - 1 WHERE level_id = old.level_id AND content = old.content;
  INSERT INTO level_contents (level_id, content, clears) VALUES (new.level_id, new.content, 1)
    ON CONFLICT (level_id, content) DO UPDATE SET clears = clears + 1;
END;

-- Removing a clear takes the player out of the content's ranks.
CREATE TRIGGER clears_delete_content AFTER DELETE ON clears BEGIN
  UPDATE level_contents SET clears = clears - 1 WHERE level_id = old.level_id AND content = old.content;
END;
