import { type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { InputOf } from "#domain/api/route.ts";
import type { Actor } from "#domain/auth/roles.ts";
import type { publishBuildRoute } from "#domain/build/publishing/api.ts";
import type { editLevelRoute } from "#domain/levels/api.ts";
import { type AuditEntry, auditEntry, changesOf } from "../moderation/audit.ts";
import { storeRemoval } from "../moderation/removals.ts";
import type { LevelRow } from "./present.ts";

const exists = (level: LevelRow, also: SQL = sql`true`) =>
  sql`exists (select 1 from levels where id = ${level.id} and visibility <> 'deleted' and ${also})`;

/** An audit entry for a staff action on someone else's level; creators' changes to their own levels aren't logged. */
function levelEntry(
  level: LevelRow,
  fields: Pick<AuditEntry, "action" | "details" | "before" | "after">,
  viewer: Actor,
  now: number,
  when: SQL,
): Statement[] {
  if (level.user_id === viewer.id) return [];
  const { details, ...rest } = fields;
  const entry = {
    actor_id: viewer.id,
    subject_type: "level",
    subject_id: level.id,
    details: { user_id: level.user_id, ...details },
    ...rest,
  };
  return [auditEntry(now, { ...entry, when })];
}

/** Remembers the creator's own picture if an edit by someone else takes it away. Belongs before the edit. */
export const pictureRemoval = (
  level: LevelRow,
  { thumbnail, remove_thumbnail, picture_shot }: InputOf<typeof editLevelRoute>,
  viewer: Actor,
  now: number,
): Statement[] =>
  level.user_id !== viewer.id && !thumbnail && (remove_thumbnail || picture_shot)
    ? [storeRemoval({ type: "picture", target: level.id, staff: viewer }, now)]
    : [];

/** `also` is the condition under which the edit takes effect; the entry comes after the edit in the batch. */
export function editLevelAudit(
  level: LevelRow,
  input: InputOf<typeof editLevelRoute>,
  viewer: Actor,
  now: number,
  also: SQL,
): Statement[] {
  const { title, description, category, visibility, comments_enabled, thumbnail, file } = input;
  const before = { ...level, comments_enabled: level.comments_enabled === 1 };
  const fields = {
    action: "level.edit" as const,
    details: {
      ...(file && { new_file: true }),
      ...((thumbnail || input.remove_thumbnail || input.picture_shot) && { new_picture: true }),
    },
    ...changesOf(before, { title, description, category, visibility, comments_enabled }),
  };
  return levelEntry(level, fields, viewer, now, exists(level, also));
}

/** Belongs after the new fields and before the new revision, on which its condition depends. */
export function publishLevelAudit(
  level: LevelRow,
  { title, description, category, visibility, comments_enabled }: InputOf<typeof publishBuildRoute>,
  viewer: Actor,
  now: number,
  { isAllowed, isNewRevision }: { isAllowed: SQL; isNewRevision: boolean },
): Statement[] {
  const before = { ...level, comments_enabled: level.comments_enabled === 1 };
  const fields = {
    action: "level.edit" as const,
    details: { ...(isNewRevision && { new_file: true }) },
    ...changesOf(before, { title, description, category, visibility, comments_enabled }),
  };
  return levelEntry(level, fields, viewer, now, exists(level, isAllowed));
}

/** Belongs before the deletion, because it requires that the level exists. */
export function deleteLevelAudit(level: LevelRow, viewer: Actor, now: number): Statement[] {
  const { title, visibility } = level;
  const fields = { action: "level.delete", before: { title, visibility } } as const;
  const entry = levelEntry(level, fields, viewer, now, exists(level));
  return entry.length > 0
    ? [...entry, storeRemoval({ type: "level", target: level.id, staff: viewer, to: "deleted" }, now)]
    : [];
}

/** Belongs after the restored revision: it requires that the revision number has increased. */
export function restoreLevelAudit(level: LevelRow, revision: number, viewer: Actor, now: number) {
  const fields = {
    action: "level.restore" as const,
    details: { revision },
    before: { revision: level.revision },
    after: { revision: level.revision + 1 },
  };
  return levelEntry(level, fields, viewer, now, exists(level, sql`revision > ${level.revision}`));
}

/** Statements that feature a level or undo that, with the audit entry. Idempotent. */
export function featureLevelStatements(level: LevelRow, featured: boolean, viewer: Actor, now: number) {
  const changes = sql`(featured_at is null) = ${Number(featured)}`;
  return [
    auditEntry(now, {
      actor_id: viewer.id,
      action: "level.feature",
      subject_id: level.id,
      before: { featured: !featured },
      after: { featured },
      when: exists(level, changes),
    }),
    statement`update levels set featured_at = ${featured ? now : null}
      where id = ${level.id} and visibility <> 'deleted' and ${changes}`,
  ];
}
