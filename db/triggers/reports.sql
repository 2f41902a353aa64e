-- Reporters of a case, and reports a user has made.
CREATE TRIGGER reports_insert AFTER INSERT ON reports BEGIN
  UPDATE cases SET reports_count = reports_count + 1, updated_at = new.created_at WHERE id = new.case_id;
  UPDATE users SET reports_made = reports_made + 1 WHERE id = new.reporter_id;
END;
