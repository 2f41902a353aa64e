-- The level's sums and scores, and a 10 × 10 table of counts for the site, the level and the user. A score is the mean with
-- ten imaginary ratings of 5 mixed in, so a single 10 doesn't lead the list.
CREATE TRIGGER ratings_insert AFTER INSERT ON ratings BEGIN
  UPDATE levels SET
    ratings_count = ratings_count + 1,
    rating_sum = rating_sum + new.rating,
    difficulty_sum = difficulty_sum + new.difficulty,
    rating_score = (rating_sum + new.rating + 50.0) / (ratings_count + 11),
    difficulty_score = (difficulty_sum + new.difficulty + 50.0) / (ratings_count + 11)
    WHERE id = new.level_id;
  INSERT INTO rating_groups (scope, scope_id, counts)
    SELECT scope, scope_id, json_set(
      '[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]',
      '$[' || (new.rating * 10 + new.difficulty - 11) || ']', 1)
    FROM (SELECT 'site' AS scope, 0 AS scope_id UNION ALL SELECT 'level', new.level_id UNION ALL SELECT 'user', new.user_id)
    WHERE true
    ON CONFLICT (scope, scope_id) DO UPDATE SET counts = json_set(
      counts,
      '$[' || (new.rating * 10 + new.difficulty - 11) || ']',
      counts ->> (new.rating * 10 + new.difficulty - 11) + 1);
END;

-- Ratings a user has given, for achievements.
CREATE TRIGGER ratings_insert_stat AFTER INSERT ON ratings BEGIN
  UPDATE users SET ratings_count = ratings_count + 1 WHERE id = new.user_id;
END;

-- The first-night stamp for liking something. Accounts without a board have null, which stays null.
CREATE TRIGGER ratings_first_night AFTER INSERT ON ratings BEGIN
  UPDATE users SET first_night = first_night | 4 WHERE id = new.user_id AND first_night & 4 = 0;
END;

-- Changing a rating moves it in sums and tables.
CREATE TRIGGER ratings_update AFTER UPDATE OF rating, difficulty ON ratings
WHEN new.rating <> old.rating OR new.difficulty <> old.difficulty BEGIN
  UPDATE levels SET
    rating_sum = rating_sum + new.rating - old.rating,
    difficulty_sum = difficulty_sum + new.difficulty - old.difficulty,
    rating_score = (rating_sum + new.rating - old.rating + 50.0) / (ratings_count + 10),
    difficulty_score = (difficulty_sum + new.difficulty - old.difficulty + 50.0) / (ratings_count + 10)
    WHERE id = new.level_id;
  UPDATE rating_groups SET counts = json_set(
      counts,
      '$[' || (old.rating * 10 + old.difficulty - 11) || ']',
      counts ->> (old.rating * 10 + old.difficulty - 11) - 1,
      '$[' || (new.rating * 10 + new.difficulty - 11) || ']',
      counts ->> (new.rating * 10 + new.difficulty - 11) + 1)
    WHERE (scope = 'site' AND scope_id = 0) OR (scope = 'level' AND scope_id = new.level_id)
      OR (scope = 'user' AND scope_id = new.user_id);
END;

-- Removing a rating takes it out of sums and tables. A level without ratings has no score.
CREATE TRIGGER ratings_delete AFTER DELETE ON ratings BEGIN
  UPDATE levels SET
    ratings_count = ratings_count - 1,
    rating_sum = rating_sum - old.rating,
    difficulty_sum = difficulty_sum - old.difficulty,
    rating_score = CASE WHEN ratings_count > 1 THEN (rating_sum - old.rating + 50.0) / (ratings_count + 9) END,
    difficulty_score = CASE WHEN ratings_count > 1 THEN (difficulty_sum - old.difficulty + 50.0) / (ratings_count + 9) END
    WHERE id = old.level_id;
  UPDATE rating_groups SET counts = json_set(
      counts,
      '$[' || (old.rating * 10 + old.difficulty - 11) || ']',
      counts ->> (old.rating * 10 + old.difficulty - 11) - 1)
    WHERE (scope = 'site' AND scope_id = 0) OR (scope = 'level' AND scope_id = old.level_id)
      OR (scope = 'user' AND scope_id = old.user_id);
END;

-- Removed ratings don't count for achievements.
CREATE TRIGGER ratings_delete_stat AFTER DELETE ON ratings BEGIN
  UPDATE users SET ratings_count = ratings_count - 1 WHERE id = old.user_id;
END;
