ALTER TABLE `level_revisions` ADD `built` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `public_levels_count` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE users SET public_levels_count = (SELECT count(*) FROM levels WHERE user_id = users.id AND visibility = 'public')
  WHERE levels_count > 0;
--> statement-breakpoint
-- Achievements count levels that others can play, so drafts pay nothing.
CREATE TRIGGER levels_insert_public AFTER INSERT ON levels WHEN new.visibility = 'public' BEGIN
  UPDATE users SET public_levels_count = public_levels_count + 1 WHERE id = new.user_id;
END;
--> statement-breakpoint
-- Achievements count levels that others can play, so drafts pay nothing.
CREATE TRIGGER levels_update_public AFTER UPDATE OF visibility ON levels
WHEN (new.visibility = 'public') <> (old.visibility = 'public') BEGIN
  UPDATE users SET public_levels_count = public_levels_count + (new.visibility = 'public') - (old.visibility = 'public')
    WHERE id = new.user_id;
END;
--> statement-breakpoint
-- Reaching an achievement's target queues the user for worker/achievements, which awards it.
CREATE TRIGGER users_public_levels_count_achieved AFTER UPDATE OF public_levels_count ON users WHEN new.public_levels_count > old.public_levels_count
  AND EXISTS (SELECT 1 FROM achievements WHERE stat = 'public_levels_count' AND target > old.public_levels_count AND target <= new.public_levels_count) BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
