DROP TABLE `archive_moves`;--> statement-breakpoint
DROP TABLE `archived_cases`;--> statement-breakpoint
DROP TABLE `archived_reporters`;--> statement-breakpoint
DROP TABLE `archives`;
--> statement-breakpoint
DROP TRIGGER audit_log_delete_search;
--> statement-breakpoint
DROP TRIGGER cases_delete;
--> statement-breakpoint
DROP TRIGGER reports_delete;
--> statement-breakpoint
DROP TRIGGER audit_log_delete;
--> statement-breakpoint
-- No one can remove what staff did.
CREATE TRIGGER audit_log_delete BEFORE DELETE ON audit_log BEGIN
  SELECT raise(abort, 'the audit log is append-only');
END;
