ALTER TABLE `cases` ADD `name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `cases` ADD `url` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `cases_type_most` ON `cases` (`state`,`type`,`reports_count`,`id`);--> statement-breakpoint
CREATE INDEX `cases_free_most` ON `cases` (`reports_count`,`id`) WHERE "cases"."state" = 'open' and "cases"."claimed_by" is null;--> statement-breakpoint
CREATE INDEX `cases_free_type` ON `cases` (`type`,`id`) WHERE "cases"."state" = 'open' and "cases"."claimed_by" is null;--> statement-breakpoint
CREATE INDEX `cases_free_type_most` ON `cases` (`type`,`reports_count`,`id`) WHERE "cases"."state" = 'open' and "cases"."claimed_by" is null;--> statement-breakpoint
CREATE INDEX `reports_case` ON `reports` (`case_id`,`id`);--> statement-breakpoint
CREATE INDEX `reports_pairs` ON `reports` (`reporter_id`,`target`) WHERE "reports"."type" = 'message';--> statement-breakpoint
CREATE INDEX `bans_holding` ON `bans` (`user_id`,`id`) WHERE "bans"."ended_at" is null;--> statement-breakpoint
CREATE INDEX `warnings_unseen` ON `warnings` (`user_id`) WHERE "warnings"."seen_at" is null;--> statement-breakpoint
-- What was reported before cases knew what they are about. A message is shown in the chat as its reporter sees it.
UPDATE cases SET
  name = coalesce(CASE type
    WHEN 'level' THEN (SELECT title FROM levels WHERE id = cast(cases.target AS integer))
    WHEN 'item' THEN (SELECT name FROM items WHERE id = cast(cases.target AS integer))
    WHEN 'comment' THEN (SELECT substr(body, 1, 60) FROM comments WHERE id = cast(cases.target AS integer))
    WHEN 'user' THEN (SELECT username FROM users WHERE id = cast(cases.target AS integer)) END, ''),
  url = coalesce(CASE type
    WHEN 'level' THEN '/levels/' || target
    WHEN 'item' THEN '/items/' || target
    WHEN 'user' THEN (SELECT '/users/' || username FROM users WHERE id = cast(cases.target AS integer))
    WHEN 'comment' THEN (SELECT CASE m.target_type
        WHEN 'level' THEN '/levels/' || m.target_id
        WHEN 'item' THEN '/items/' || m.target_id
        ELSE '/users/' || (SELECT username FROM users WHERE id = m.target_id) END || '#comments'
      FROM comments m WHERE m.id = cast(cases.target AS integer))
    WHEN 'message' THEN (SELECT '/chat?as=' || r.reporter_id || '&with=' || cases.subject_id || '&message=' || cases.target
      FROM reports r WHERE r.case_id = cases.id ORDER BY r.id LIMIT 1) END, '');
