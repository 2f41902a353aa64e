CREATE TABLE `dead_letters` (
	`queue` text NOT NULL,
	`day` integer NOT NULL,
	`count` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`queue`, `day`)
);
