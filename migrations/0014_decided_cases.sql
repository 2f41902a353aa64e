CREATE INDEX `cases_subject_open` ON `cases` (`subject_id`,`id`) WHERE "cases"."state" = 'open';--> statement-breakpoint
CREATE INDEX `cases_decided` ON `cases` (`decided_at`,`id`) WHERE "cases"."state" = 'decided';--> statement-breakpoint
CREATE INDEX `cases_decided_type` ON `cases` (`type`,`decided_at`,`id`) WHERE "cases"."state" = 'decided';