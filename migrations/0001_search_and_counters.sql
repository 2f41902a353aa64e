-- Full text search and the counters that no page may count for itself.
--
-- level_search holds public levels under the row id `popularity * 2^40 + id`, so that walking it backwards meets
-- well-liked levels first and a search can stop after a few hundred matches. Private ones stand under `-id` with
-- their owner's token, deleted ones not at all.
CREATE VIRTUAL TABLE level_search USING fts5(
  title, description, creator, owner,
  content='', contentless_delete=1, prefix='1 2 3', tokenize="unicode61 remove_diacritics 2"
);
--> statement-breakpoint
CREATE VIRTUAL TABLE user_search USING fts5(
  username,
  content='', contentless_delete=1, prefix='1 2 3', tokenize="unicode61 remove_diacritics 2"
);
--> statement-breakpoint
-- 0 to 10: how far a level has got, in steps of four times as many plays and clears; a row moves ten times in its life.
ALTER TABLE levels ADD COLUMN search_row integer GENERATED ALWAYS AS (
  CASE visibility
    WHEN 'deleted' THEN NULL
    WHEN 'private' THEN -id
    ELSE id + 1099511627776 * (
      (plays_count + clears_count >= 1) + (plays_count + clears_count >= 4) + (plays_count + clears_count >= 16)
      + (plays_count + clears_count >= 64) + (plays_count + clears_count >= 256) + (plays_count + clears_count >= 1024)
      + (plays_count + clears_count >= 4096) + (plays_count + clears_count >= 16384)
      + (plays_count + clears_count >= 65536) + (plays_count + clears_count >= 262144)
    )
  END
) VIRTUAL;
--> statement-breakpoint
CREATE TRIGGER levels_insert_search AFTER INSERT ON levels WHEN new.search_row IS NOT NULL BEGIN
  INSERT INTO level_search (rowid, title, description, creator, owner)
    SELECT new.search_row, new.title, new.description, username, 'owner' || new.user_id FROM users WHERE id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER levels_update_search AFTER UPDATE OF title, description, visibility, plays_count, clears_count ON levels
WHEN new.title <> old.title OR new.description <> old.description OR new.search_row IS NOT old.search_row BEGIN
  DELETE FROM level_search WHERE rowid = old.search_row;
  INSERT INTO level_search (rowid, title, description, creator, owner)
    SELECT new.search_row, new.title, new.description, username, 'owner' || new.user_id FROM users
    WHERE id = new.user_id AND new.search_row IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER users_insert AFTER INSERT ON users BEGIN
  INSERT INTO user_search (rowid, username) VALUES (new.id, new.username);
  INSERT INTO counters (name, value) VALUES ('users', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
-- Level totals by visibility and category: all, rated and featured ones. A level's share of them is taken off as it
-- was and put on as it is.
CREATE TRIGGER levels_insert_counters AFTER INSERT ON levels BEGIN
  INSERT INTO counters (name, value)
    SELECT 'levels:' || new.visibility || ':' || new.category, 1
    UNION ALL SELECT 'rated:' || new.visibility || ':' || new.category, 1 WHERE new.rating_score IS NOT NULL
    UNION ALL SELECT 'playing', new.playing_count WHERE new.playing_count > 0
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  UPDATE users SET levels_count = levels_count + 1 WHERE id = new.user_id AND new.visibility <> 'deleted';
END;
--> statement-breakpoint
CREATE TRIGGER levels_update_counters AFTER UPDATE OF visibility, category, rating_score ON levels
WHEN new.visibility <> old.visibility OR new.category <> old.category
  OR (new.rating_score IS NULL) <> (old.rating_score IS NULL) BEGIN
  INSERT INTO counters (name, value)
    SELECT 'levels:' || old.visibility || ':' || old.category, -1
    UNION ALL SELECT 'rated:' || old.visibility || ':' || old.category, -1 WHERE old.rating_score IS NOT NULL
    UNION ALL SELECT 'levels:' || new.visibility || ':' || new.category, 1
    UNION ALL SELECT 'rated:' || new.visibility || ':' || new.category, 1 WHERE new.rating_score IS NOT NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  UPDATE users SET levels_count = levels_count + (new.visibility <> 'deleted') - (old.visibility <> 'deleted')
    WHERE id = new.user_id AND (new.visibility = 'deleted') <> (old.visibility = 'deleted');
END;
--> statement-breakpoint
CREATE TRIGGER levels_update_playing AFTER UPDATE OF playing_count ON levels WHEN new.playing_count <> old.playing_count BEGIN
  INSERT INTO counters (name, value) VALUES ('playing', new.playing_count - old.playing_count)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- Plays and clears of everybody, and how far they carry their levels.
CREATE TRIGGER plays_insert AFTER INSERT ON plays BEGIN
  UPDATE levels SET plays_count = plays_count + 1 WHERE id = new.level_id;
  UPDATE users SET plays_sum = plays_sum + 1 WHERE id = (SELECT user_id FROM levels WHERE id = new.level_id);
END;
--> statement-breakpoint
CREATE TRIGGER clears_insert AFTER INSERT ON clears BEGIN
  UPDATE levels SET clears_count = clears_count + 1 WHERE id = new.level_id;
  UPDATE users SET clears_count = clears_count + 1 WHERE id = new.user_id;
  INSERT INTO counters (name, value) VALUES ('clears', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER clears_delete AFTER DELETE ON clears BEGIN
  UPDATE levels SET clears_count = clears_count - 1 WHERE id = old.level_id;
  UPDATE users SET clears_count = clears_count - 1 WHERE id = old.user_id;
  UPDATE counters SET value = value - 1 WHERE name = 'clears';
END;
--> statement-breakpoint
CREATE TRIGGER favorites_insert AFTER INSERT ON favorites BEGIN
  UPDATE levels SET favorites_count = favorites_count + 1 WHERE new.target_type = 'level' AND id = new.target_id;
  UPDATE items SET favorites_count = favorites_count + 1 WHERE new.target_type = 'item' AND id = new.target_id;
END;
--> statement-breakpoint
CREATE TRIGGER favorites_delete AFTER DELETE ON favorites BEGIN
  UPDATE levels SET favorites_count = favorites_count - 1 WHERE old.target_type = 'level' AND id = old.target_id;
  UPDATE items SET favorites_count = favorites_count - 1 WHERE old.target_type = 'item' AND id = old.target_id;
END;
--> statement-breakpoint
CREATE TRIGGER comments_insert AFTER INSERT ON comments WHEN new.deleted_at IS NULL BEGIN
  UPDATE levels SET comments_count = comments_count + 1 WHERE new.target_type = 'level' AND id = new.target_id;
  UPDATE items SET comments_count = comments_count + 1 WHERE new.target_type = 'item' AND id = new.target_id;
  UPDATE users SET comments_count = comments_count + 1 WHERE new.target_type = 'user' AND id = new.target_id;
END;
--> statement-breakpoint
CREATE TRIGGER comments_delete AFTER UPDATE OF deleted_at ON comments
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  UPDATE levels SET comments_count = comments_count - 1 WHERE new.target_type = 'level' AND id = new.target_id;
  UPDATE items SET comments_count = comments_count - 1 WHERE new.target_type = 'item' AND id = new.target_id;
  UPDATE users SET comments_count = comments_count - 1 WHERE new.target_type = 'user' AND id = new.target_id;
END;
--> statement-breakpoint
-- Ratings: the level's sums and scores, and the 10 x 10 groups of the site, the level and the user.
-- The score is the mean with ten imaginary ratings of 5 mixed in, so that a single 10 does not lead the list.
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
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
-- The ledger: rows are added and never changed; balances follow, and users' CHECKs keep them from going below zero.
CREATE TRIGGER transactions_insert AFTER INSERT ON transactions BEGIN
  UPDATE users SET coins = coins + new.coins, xp = xp + new.xp WHERE id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER transactions_update BEFORE UPDATE ON transactions BEGIN
  SELECT raise(abort, 'the ledger is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER transactions_delete BEFORE DELETE ON transactions BEGIN
  SELECT raise(abort, 'the ledger is append-only');
END;
