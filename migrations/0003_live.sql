CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`actor_id` integer NOT NULL,
	`action` text NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`details` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject_type`,`subject_id`,`id`);--> statement-breakpoint
CREATE TABLE `notices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`notice` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `playing` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`level_id` integer NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `presence` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `buddy_requests` (
	`from_id` integer NOT NULL,
	`to_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`from_id`, `to_id`),
	FOREIGN KEY (`from_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`to_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `buddy_requests_incoming` ON `buddy_requests` (`to_id`,`created_at`,`from_id`);--> statement-breakpoint
CREATE INDEX `buddy_requests_outgoing` ON `buddy_requests` (`from_id`,`created_at`,`to_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `message_privacy` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `join_privacy` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `appear_offline` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `buddies_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `incoming_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `outgoing_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `blocks_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `blocks_newest` ON `blocks` (`user_id`,`created_at`,`blocked_id`);--> statement-breakpoint
CREATE INDEX `buddies_newest` ON `buddies` (`user_id`,`created_at`,`buddy_id`);--> statement-breakpoint
-- Counts of buddies, requests and blocks, which no page may count for itself.
CREATE TRIGGER buddies_insert AFTER INSERT ON buddies BEGIN
  UPDATE users SET buddies_count = buddies_count + 1 WHERE id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER buddies_delete AFTER DELETE ON buddies BEGIN
  UPDATE users SET buddies_count = buddies_count - 1 WHERE id = old.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER buddy_requests_insert AFTER INSERT ON buddy_requests BEGIN
  UPDATE users SET outgoing_count = outgoing_count + 1 WHERE id = new.from_id;
  UPDATE users SET incoming_count = incoming_count + 1 WHERE id = new.to_id;
END;
--> statement-breakpoint
CREATE TRIGGER buddy_requests_delete AFTER DELETE ON buddy_requests BEGIN
  UPDATE users SET outgoing_count = outgoing_count - 1 WHERE id = old.from_id;
  UPDATE users SET incoming_count = incoming_count - 1 WHERE id = old.to_id;
END;
--> statement-breakpoint
CREATE TRIGGER blocks_insert AFTER INSERT ON blocks BEGIN
  UPDATE users SET blocks_count = blocks_count + 1 WHERE id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER blocks_delete AFTER DELETE ON blocks BEGIN
  UPDATE users SET blocks_count = blocks_count - 1 WHERE id = old.user_id;
END;
--> statement-breakpoint
UPDATE users SET
  buddies_count = (SELECT count(*) FROM buddies WHERE user_id = users.id),
  blocks_count = (SELECT count(*) FROM blocks WHERE user_id = users.id)
  WHERE id IN (SELECT user_id FROM buddies UNION SELECT user_id FROM blocks);
--> statement-breakpoint
CREATE INDEX `reports_messages` ON `reports` (`reporter_id`,`id`,`target`) WHERE "reports"."type" = 'message';--> statement-breakpoint
-- What staff did stays written as it was.
CREATE TRIGGER audit_log_update BEFORE UPDATE ON audit_log BEGIN
  SELECT raise(abort, 'the audit log is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_delete BEFORE DELETE ON audit_log BEGIN
  SELECT raise(abort, 'the audit log is append-only');
END;
--> statement-breakpoint
-- How many reports are open.
CREATE TRIGGER reports_insert AFTER INSERT ON reports WHEN new.open = 1 BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'reports:open';
END;
--> statement-breakpoint
CREATE TRIGGER reports_update AFTER UPDATE OF open ON reports WHEN new.open <> old.open BEGIN
  UPDATE counters SET value = value + new.open - old.open WHERE name = 'reports:open';
END;
--> statement-breakpoint
CREATE TRIGGER reports_delete AFTER DELETE ON reports WHEN old.open = 1 BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'reports:open';
END;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'reports:open', count(*) FROM reports WHERE open = 1;
--> statement-breakpoint
INSERT INTO counters (name, value) VALUES ('online', 0), ('in_game', 0) ON CONFLICT (name) DO NOTHING;
