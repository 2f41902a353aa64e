ALTER TABLE `bopis` ADD `stamp` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `replies` ADD `stamp` integer DEFAULT 0 NOT NULL;