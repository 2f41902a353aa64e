CREATE TABLE `heartbeats` (
	`name` text PRIMARY KEY NOT NULL,
	`sent_at` integer NOT NULL,
	`tried_at` integer NOT NULL,
	`received_at` integer
);
