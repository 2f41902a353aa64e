-- A level's newest 20 documents stay. A week after a revision has left them, the schedule decides about its document
-- (domain/levels/rules.ts has the numbers).
CREATE TRIGGER level_revisions_insert_keep AFTER INSERT ON level_revisions WHEN new.revision > 20 BEGIN
  UPDATE level_revisions SET keep_until = new.created_at + 604800000
    WHERE level_id = new.level_id AND revision = new.revision - 20 AND deleted_at IS NULL;
END;
