-- Pending requests per sender and recipient.
CREATE TRIGGER buddy_requests_insert AFTER INSERT ON buddy_requests BEGIN
  UPDATE users SET outgoing_count = outgoing_count + 1 WHERE id = new.from_id;
  UPDATE users SET incoming_count = incoming_count + 1 WHERE id = new.to_id;
END;

-- A request alone earns the stamp, so a newcomer doesn't depend on the reply.
CREATE TRIGGER buddy_requests_first_night AFTER INSERT ON buddy_requests BEGIN
  UPDATE users SET first_night = first_night | 16 WHERE id = new.from_id AND first_night & 16 = 0;
END;

-- Accepted, declined and withdrawn requests are all deleted.
CREATE TRIGGER buddy_requests_delete AFTER DELETE ON buddy_requests BEGIN
  UPDATE users SET outgoing_count = outgoing_count - 1 WHERE id = old.from_id;
  UPDATE users SET incoming_count = incoming_count - 1 WHERE id = old.to_id;
END;
