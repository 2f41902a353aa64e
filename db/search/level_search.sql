-- Levels, under the row id `popularity * 2^40 + id`: read backwards, a search meets popular levels first and can stop after a few
-- hundred matches. Private levels have the row id `-id` and their owner's token; deleted ones aren't in it.
CREATE VIRTUAL TABLE level_search USING fts5(
  title, description, creator, owner,
  content='', contentless_delete=1, prefix='1 2 3', tokenize="unicode61 remove_diacritics 2"
);
