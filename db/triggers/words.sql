-- Every text is checked against the blocked words, so they are one row.
CREATE TRIGGER words_insert AFTER INSERT ON words BEGIN
  INSERT INTO site_values (name, value) SELECT 'words', json_group_array(json_array(word, action, whole)) FROM words WHERE true
    ON CONFLICT (name) DO UPDATE SET value = excluded.value;
END;

-- A changed word rewrites that row.
CREATE TRIGGER words_update AFTER UPDATE ON words BEGIN
  INSERT INTO site_values (name, value) SELECT 'words', json_group_array(json_array(word, action, whole)) FROM words WHERE true
    ON CONFLICT (name) DO UPDATE SET value = excluded.value;
END;

-- A removed word rewrites that row.
CREATE TRIGGER words_delete AFTER DELETE ON words BEGIN
  INSERT INTO site_values (name, value) SELECT 'words', json_group_array(json_array(word, action, whole)) FROM words WHERE true
    ON CONFLICT (name) DO UPDATE SET value = excluded.value;
END;
