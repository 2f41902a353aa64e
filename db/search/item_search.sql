-- Shown items by name and creator, under row ids with the popularity like those of levels.
CREATE VIRTUAL TABLE item_search USING fts5(
  name, creator,
  content='', contentless_delete=1, prefix='1 2 3', tokenize="unicode61 remove_diacritics 2"
);
