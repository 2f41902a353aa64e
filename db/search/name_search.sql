-- Names by every three characters in a row, so a search finds a text anywhere in a name. The row id is the user's id: read
-- backwards, the newest accounts come first.
CREATE VIRTUAL TABLE name_search USING fts5(username, content='', contentless_delete=1, tokenize='trigram');
