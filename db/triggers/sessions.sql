-- Which accounts share an IP address has to be known after their sessions end.
CREATE TRIGGER sessions_insert AFTER INSERT ON sessions WHEN new.ip_hash <> '' BEGIN
  INSERT INTO sightings (user_id, ip_hash, first_at, last_at)
    VALUES (new.user_id, new.ip_hash, new.created_at, new.created_at)
    ON CONFLICT (user_id, ip_hash) DO UPDATE SET last_at = max(last_at, excluded.last_at);
END;

-- The replaced secret stays for a while as an ended session. Otherwise a request that was under way would sign the
-- browser out.
CREATE TRIGGER sessions_replaced AFTER UPDATE OF id ON sessions
BEGIN
  INSERT INTO sessions (id, user_id, created_at, seen_at, expires_at) VALUES (old.id, old.user_id, old.created_at, old.seen_at, 0);
END;
