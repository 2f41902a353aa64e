ALTER TABLE `users` ADD `role_since` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `role_by` integer;--> statement-breakpoint
CREATE INDEX `users_staff` ON `users` (`role`,`id`) WHERE "users"."role" <> 'member';