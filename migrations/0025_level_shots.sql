ALTER TABLE `levels` ADD `picture_shot` text;--> statement-breakpoint
ALTER TABLE `levels` ADD `picture_choice` text;--> statement-breakpoint
ALTER TABLE `levels` ADD `picture_signature` text;--> statement-breakpoint
ALTER TABLE `levels` ADD `picture_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `levels_redraw` ON `levels` (`picture_version`,`id`) WHERE "levels"."thumbnail_own" = 0 and "levels"."thumbnail" is not null and "levels"."visibility" <> 'deleted';