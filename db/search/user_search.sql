-- Names of users by their beginnings.
CREATE VIRTUAL TABLE user_search USING fts5(
  username,
  content='', contentless_delete=1, prefix='1 2 3', tokenize="unicode61 remove_diacritics 2"
);
