-- A file stays named as long as there is a database: without its row, what it has is lost.
CREATE TRIGGER archives_update BEFORE UPDATE ON archives BEGIN
  SELECT raise(abort, 'the list of archives is append-only');
END;

-- A file's rows exist nowhere else.
CREATE TRIGGER archives_delete BEFORE DELETE ON archives BEGIN
  SELECT raise(abort, 'the list of archives is append-only');
END;
