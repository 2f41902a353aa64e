-- Wishes per user and item.
CREATE TRIGGER wishes_insert AFTER INSERT ON wishes BEGIN
  UPDATE users SET wishes_count = wishes_count + 1 WHERE id = new.user_id;
  UPDATE items SET wishes_count = wishes_count + 1 WHERE id = new.item_id;
END;

-- Removing a wish lowers both counts.
CREATE TRIGGER wishes_delete AFTER DELETE ON wishes BEGIN
  UPDATE users SET wishes_count = wishes_count - 1 WHERE id = old.user_id;
  UPDATE items SET wishes_count = wishes_count - 1 WHERE id = old.item_id;
END;
