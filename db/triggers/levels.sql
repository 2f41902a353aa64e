-- Deleted levels have no search row and aren't found.
CREATE TRIGGER levels_insert_search AFTER INSERT ON levels WHEN new.search_row IS NOT NULL BEGIN
  INSERT INTO level_search (rowid, title, description, creator, owner)
    SELECT new.search_row, new.title, new.description, username, 'owner' || new.user_id FROM users WHERE id = new.user_id;
END;

-- Level totals by visibility and category, so no list counts rows.
CREATE TRIGGER levels_insert_counters AFTER INSERT ON levels BEGIN
  INSERT INTO counters (name, value)
    SELECT 'levels:' || new.visibility || ':' || new.category, 1
    UNION ALL SELECT 'rated:' || new.visibility || ':' || new.category, 1 WHERE new.rating_score IS NOT NULL
    UNION ALL SELECT 'playing', new.playing_count WHERE new.playing_count > 0
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  UPDATE users SET levels_count = levels_count + 1 WHERE id = new.user_id AND new.visibility <> 'deleted';
END;

-- The first public level of a day (UTC) by a creator with followers. The schedule notifies them.
CREATE TRIGGER levels_insert_follower_notices AFTER INSERT ON levels WHEN new.visibility = 'public' BEGIN
  INSERT INTO follower_notices (creator_id, day, level_id)
    SELECT id, strftime('%Y-%m-%d', 'now'), new.id FROM users WHERE id = new.user_id AND followers_count > 0
    ON CONFLICT DO NOTHING;
END;

-- The row id contains the popularity, so a popular level moves to another row.
CREATE TRIGGER levels_update_search AFTER UPDATE OF title, description, visibility, plays_count, clears_count ON levels
WHEN new.title <> old.title OR new.description <> old.description OR new.search_row IS NOT old.search_row BEGIN
  DELETE FROM level_search WHERE rowid = old.search_row;
  INSERT INTO level_search (rowid, title, description, creator, owner)
    SELECT new.search_row, new.title, new.description, username, 'owner' || new.user_id FROM users
    WHERE id = new.user_id AND new.search_row IS NOT NULL;
END;

-- A level leaves the totals as it was and joins them as it is.
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

-- Achievements count levels that others can play, so drafts pay nothing.
CREATE TRIGGER levels_insert_public AFTER INSERT ON levels WHEN new.visibility = 'public' BEGIN
  UPDATE users SET public_levels_count = public_levels_count + 1 WHERE id = new.user_id;
END;

-- Achievements count levels that others can play, so drafts pay nothing.
CREATE TRIGGER levels_update_public AFTER UPDATE OF visibility ON levels
WHEN (new.visibility = 'public') <> (old.visibility = 'public') BEGIN
  UPDATE users SET public_levels_count = public_levels_count + (new.visibility = 'public') - (old.visibility = 'public')
    WHERE id = new.user_id;
END;

-- Players on the whole site.
CREATE TRIGGER levels_update_playing AFTER UPDATE OF playing_count ON levels WHEN new.playing_count <> old.playing_count BEGIN
  INSERT INTO counters (name, value) VALUES ('playing', new.playing_count - old.playing_count)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;

-- Publishing a private level counts like creating it.
CREATE TRIGGER levels_update_follower_notices AFTER UPDATE OF visibility ON levels
  WHEN new.visibility = 'public' AND old.visibility = 'private' BEGIN
  INSERT INTO follower_notices (creator_id, day, level_id)
    SELECT id, strftime('%Y-%m-%d', 'now'), new.id FROM users WHERE id = new.user_id AND followers_count > 0
    ON CONFLICT DO NOTHING;
END;

-- Files of a replaced picture are deleted later, unless the level shows them again.
CREATE TRIGGER levels_update_unused_files AFTER UPDATE OF picture, thumbnail, thumbnail_small ON levels
WHEN new.picture IS NOT old.picture OR new.thumbnail IS NOT old.thumbnail OR new.thumbnail_small IS NOT old.thumbnail_small BEGIN
  DELETE FROM unused_files WHERE name IN (new.picture, new.thumbnail, new.thumbnail_small);
  INSERT INTO unused_files (name, level_id, unused_at)
    SELECT value, new.id, unixepoch('now') * 1000
    FROM (SELECT old.picture AS value UNION SELECT old.thumbnail UNION SELECT old.thumbnail_small)
    WHERE value NOT IN (coalesce(new.picture, ''), coalesce(new.thumbnail, ''), coalesce(new.thumbnail_small, ''))
    ON CONFLICT (name) DO UPDATE SET unused_at = excluded.unused_at;
END;
