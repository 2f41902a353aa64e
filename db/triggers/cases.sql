-- Cases by state and type. Open ones that no moderator has claimed count again, for the queue's badge.
CREATE TRIGGER cases_insert AFTER INSERT ON cases BEGIN
  INSERT INTO counters (name, value)
    SELECT 'cases:' || new.state || ':' || new.type, 1
    UNION ALL SELECT 'cases:unclaimed:' || new.type, 1 WHERE new.state = 'open' AND new.claimed_by IS NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;

-- Claiming, releasing and deciding a case move it between these counts.
CREATE TRIGGER cases_update AFTER UPDATE OF state, claimed_by ON cases
WHEN new.state <> old.state OR new.claimed_by IS NOT old.claimed_by BEGIN
  INSERT INTO counters (name, value)
    SELECT 'cases:' || old.state || ':' || old.type, -1
    UNION ALL SELECT 'cases:unclaimed:' || old.type, -1 WHERE old.state = 'open' AND old.claimed_by IS NULL
    UNION ALL SELECT 'cases:' || new.state || ':' || new.type, 1
    UNION ALL SELECT 'cases:unclaimed:' || new.type, 1 WHERE new.state = 'open' AND new.claimed_by IS NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
