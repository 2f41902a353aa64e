-- Words of audit entries, with the names as they were at the time.
CREATE VIRTUAL TABLE audit_search USING fts5(
  words,
  content='', contentless_delete=1, prefix='2 3', tokenize="unicode61 remove_diacritics 2"
);
