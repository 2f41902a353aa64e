-- Forum posts; the opening post has the thread's title.
CREATE VIRTUAL TABLE post_search USING fts5(
  title, body,
  content='', contentless_delete=1, prefix='2 3', tokenize="unicode61 remove_diacritics 2"
);
