-- Appeals by state, so staff see how many wait.
CREATE TRIGGER appeals_insert AFTER INSERT ON appeals BEGIN
  INSERT INTO counters (name, value) VALUES ('appeals:' || new.state, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;

-- A decided appeal changes its state.
CREATE TRIGGER appeals_update AFTER UPDATE OF state ON appeals WHEN new.state <> old.state BEGIN
  INSERT INTO counters (name, value) VALUES ('appeals:' || old.state, -1), ('appeals:' || new.state, 1)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
