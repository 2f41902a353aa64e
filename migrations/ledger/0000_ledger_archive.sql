CREATE TABLE `seals` (
	`id` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `transactions` (
	`id` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`user_id` integer NOT NULL,
	`type_id` integer NOT NULL,
	`source_type` text NOT NULL,
	`source_id` integer NOT NULL,
	`coins` integer NOT NULL,
	`xp` integer NOT NULL,
	`copies` text,
	`previous_id` integer,
	`created_at` integer NOT NULL,
	`seller_id` integer
);
--> statement-breakpoint
CREATE INDEX `transactions_own` ON `transactions` (`user_id`,`type_id`,`source_type`,`id`);--> statement-breakpoint
CREATE INDEX `transactions_own_coins` ON `transactions` (`user_id`,`type_id`,`source_type`,`coins`,`id`);--> statement-breakpoint
CREATE INDEX `transactions_own_xp` ON `transactions` (`user_id`,`type_id`,`source_type`,`xp`,`id`);--> statement-breakpoint
CREATE INDEX `transactions_from` ON `transactions` (`source_id`,`type_id`,`id`) WHERE source_type = 'user';--> statement-breakpoint
CREATE INDEX `transactions_from_coins` ON `transactions` (`source_id`,`type_id`,`coins`,`id`) WHERE source_type = 'user';--> statement-breakpoint
CREATE INDEX `transactions_from_xp` ON `transactions` (`source_id`,`type_id`,`xp`,`id`) WHERE source_type = 'user';
--> statement-breakpoint
-- Seals are never broken.
CREATE TRIGGER seals_delete BEFORE DELETE ON seals BEGIN
  SELECT raise(abort, 'the ledger is append-only');
END;
--> statement-breakpoint
-- Ledger rows never change.
CREATE TRIGGER transactions_update BEFORE UPDATE ON transactions BEGIN
  SELECT raise(abort, 'the ledger is append-only');
END;
--> statement-breakpoint
-- A row that has moved exists nowhere else. Others are copies, which are replaced if the main database was rewound.
CREATE TRIGGER transactions_delete BEFORE DELETE ON transactions
WHEN EXISTS (SELECT 1 FROM seals WHERE id >= old.id) BEGIN
  SELECT raise(abort, 'the ledger is append-only');
END;
