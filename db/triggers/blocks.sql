-- The length of a user's block list.
CREATE TRIGGER blocks_insert AFTER INSERT ON blocks BEGIN
  UPDATE users SET blocks_count = blocks_count + 1 WHERE id = new.user_id;
END;

-- A block ends following, either way.
CREATE TRIGGER blocks_insert_follows AFTER INSERT ON blocks BEGIN
  DELETE FROM follows WHERE follower_id = new.user_id AND creator_id = new.blocked_id;
  DELETE FROM follows WHERE follower_id = new.blocked_id AND creator_id = new.user_id;
END;

-- Unblocking shortens the list.
CREATE TRIGGER blocks_delete AFTER DELETE ON blocks BEGIN
  UPDATE users SET blocks_count = blocks_count - 1 WHERE id = old.user_id;
END;
