DROP INDEX `transactions_own`;--> statement-breakpoint
DROP INDEX `transactions_own_coins`;--> statement-breakpoint
DROP INDEX `transactions_own_xp`;--> statement-breakpoint
ALTER TABLE `transactions` ADD `kind` integer GENERATED ALWAYS AS (type_id * 16 + case source_type when 'site' then 0 when 'user' then 1 when 'item' then 2 when 'level' then 3 when 'challenge' then 4 when 'event' then 5 when 'spirit' then 6 when 'achievement' then 7 when 'day' then 8 end) VIRTUAL;--> statement-breakpoint
CREATE INDEX `transactions_own` ON `transactions` (`user_id`,`kind`,`id`);--> statement-breakpoint
CREATE INDEX `transactions_own_coins` ON `transactions` (`user_id`,`kind`,`coins`,`id`) WHERE kind % 16 <> 8;--> statement-breakpoint
CREATE INDEX `transactions_own_xp` ON `transactions` (`user_id`,`kind`,`xp`,`id`) WHERE kind / 16 not in (1, 8);