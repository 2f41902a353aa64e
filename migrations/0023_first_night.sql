ALTER TABLE `items` ADD `starter` text;--> statement-breakpoint
CREATE UNIQUE INDEX `items_starter` ON `items` (`starter`) WHERE "items"."starter" is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `first_night` integer;--> statement-breakpoint
-- Each action sets its bit once; accounts without a board have null, which stays null. Saved bopis set theirs themselves.
CREATE TRIGGER plays_first_night AFTER INSERT ON plays BEGIN
  UPDATE users SET first_night = first_night | 2 WHERE id = new.user_id AND first_night & 2 = 0;
END;
--> statement-breakpoint
CREATE TRIGGER ratings_first_night AFTER INSERT ON ratings BEGIN
  UPDATE users SET first_night = first_night | 4 WHERE id = new.user_id AND first_night & 4 = 0;
END;
--> statement-breakpoint
CREATE TRIGGER favorites_first_night AFTER INSERT ON favorites BEGIN
  UPDATE users SET first_night = first_night | 4 WHERE id = new.user_id AND first_night & 4 = 0;
END;
--> statement-breakpoint
CREATE TRIGGER comments_first_night AFTER INSERT ON comments BEGIN
  UPDATE users SET first_night = first_night | 8 WHERE id = new.user_id AND first_night & 8 = 0;
END;
--> statement-breakpoint
CREATE TRIGGER replies_first_night AFTER INSERT ON replies BEGIN
  UPDATE users SET first_night = first_night | 8 WHERE id = new.user_id AND first_night & 8 = 0;
END;
--> statement-breakpoint
CREATE TRIGGER buddy_requests_first_night AFTER INSERT ON buddy_requests BEGIN
  UPDATE users SET first_night = first_night | 16 WHERE id = new.from_id AND first_night & 16 = 0;
END;
--> statement-breakpoint
CREATE TRIGGER buddies_first_night AFTER INSERT ON buddies BEGIN
  UPDATE users SET first_night = first_night | 16 WHERE id = new.user_id AND first_night & 16 = 0;
END;
--> statement-breakpoint
-- A new stamp is paid with the achievements: worker/achievements.
CREATE TRIGGER users_first_night_earned AFTER UPDATE OF first_night ON users WHEN new.first_night <> old.first_night BEGIN
  INSERT INTO achievement_queue (user_id) VALUES (new.id);
END;
