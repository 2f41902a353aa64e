insert into counters (name, value) values ('online', 0), ('in_game', 0), ('items:gold', 0);
insert into signing_keys (id, created_at) values (1, 0);
-- Smaller ids are those of the site's own themes.
insert into sqlite_sequence (name, seq) values ('custom_themes', 999);
