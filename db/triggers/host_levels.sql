-- Who plays a level is the sum over all hosts.
CREATE TRIGGER host_levels_insert AFTER INSERT ON host_levels WHEN new.players > 0 BEGIN
  UPDATE levels SET playing_count = playing_count + new.players WHERE id = new.level_id;
END;

-- A host reports how many players it has now; the difference counts.
CREATE TRIGGER host_levels_update AFTER UPDATE OF players ON host_levels WHEN new.players <> old.players BEGIN
  UPDATE levels SET playing_count = playing_count + new.players - old.players WHERE id = new.level_id;
END;

-- A host that ends takes its players along.
CREATE TRIGGER host_levels_delete AFTER DELETE ON host_levels WHEN old.players > 0 BEGIN
  UPDATE levels SET playing_count = playing_count - old.players WHERE id = old.level_id;
END;
