-- Names of accounts by every three characters in a row, so that a search finds a text anywhere in a name. The row id is the
-- user's id: walking it backwards meets the newest accounts first. Deleted accounts are not in it.
CREATE VIRTUAL TABLE name_search USING fts5(username, content='', contentless_delete=1, tokenize='trigram');
--> statement-breakpoint
INSERT INTO name_search (rowid, username) SELECT id, username FROM users WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER `users_insert_name` AFTER INSERT ON `users` WHEN new.deleted_at IS NULL BEGIN
  INSERT INTO name_search (rowid, username) VALUES (new.id, new.username);
END;
--> statement-breakpoint
CREATE TRIGGER `users_update_name` AFTER UPDATE OF `username`, `deleted_at` ON `users`
WHEN new.username <> old.username OR new.deleted_at IS NOT old.deleted_at BEGIN
  DELETE FROM name_search WHERE rowid = old.id;
  INSERT INTO name_search (rowid, username) SELECT new.id, new.username WHERE new.deleted_at IS NULL;
END;
