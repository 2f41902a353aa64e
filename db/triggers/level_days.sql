-- Recent plays and clears are those of days that haven't expired.
CREATE TRIGGER level_days_insert_recent AFTER INSERT ON level_days WHEN new.expired = 0 AND new.plays + new.clears <> 0 BEGIN
  UPDATE levels SET recent_count = recent_count + new.plays + new.clears WHERE id = new.level_id;
END;

-- When a day expires, its plays and clears leave the sum.
CREATE TRIGGER level_days_update_recent AFTER UPDATE OF plays, clears, expired ON level_days
WHEN (1 - new.expired) * (new.plays + new.clears) <> (1 - old.expired) * (old.plays + old.clears) BEGIN
  UPDATE levels SET recent_count = recent_count + (1 - new.expired) * (new.plays + new.clears) - (1 - old.expired) * (old.plays + old.clears)
    WHERE id = new.level_id;
END;
