-- Held posts by state, for the queue's badge.
CREATE TRIGGER held_posts_insert AFTER INSERT ON held_posts BEGIN
  INSERT INTO counters (name, value) VALUES ('held:' || new.state, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;

-- Releasing or rejecting a post changes its state.
CREATE TRIGGER held_posts_update AFTER UPDATE OF state ON held_posts WHEN new.state <> old.state BEGIN
  INSERT INTO counters (name, value) VALUES ('held:' || old.state, -1), ('held:' || new.state, 1)
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
