-- Follows per follower and creator.
CREATE TRIGGER follows_insert AFTER INSERT ON follows BEGIN
  UPDATE users SET following_count = following_count + 1 WHERE id = new.follower_id;
  UPDATE users SET followers_count = followers_count + 1 WHERE id = new.creator_id;
END;

-- Unfollowing lowers both counts.
CREATE TRIGGER follows_delete AFTER DELETE ON follows BEGIN
  UPDATE users SET following_count = following_count - 1 WHERE id = old.follower_id;
  UPDATE users SET followers_count = followers_count - 1 WHERE id = old.creator_id;
END;
