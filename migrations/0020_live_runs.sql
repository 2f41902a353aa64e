ALTER TABLE `runs` ADD `previous_clear` text;--> statement-breakpoint
CREATE INDEX `runs_unconfirmed` ON `runs` (`queued_at`) WHERE previous_clear is not null;--> statement-breakpoint
-- Runs from before there were rooms keep their ranks, and staff can still accept the flagged ones.
UPDATE `runs` SET `live` = 1 WHERE `source` = 'web' AND `state` <> 'waiting';
