import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { InputOf } from "#domain/api/route.ts";
import type { editLevelRoute } from "#domain/levels/api.ts";
import type { Actor } from "#domain/levels/rules.ts";
import { type Act, auditEntry, changesOf } from "../moderation/audit.ts";
import type { LevelRow } from "./present.ts";

const stands = (level: LevelRow, also: SQL = sql`true`) =>
  sql`exists (select 1 from levels where id = ${level.id} and visibility <> 'deleted' and ${also})`;

/** A note of what staff do with somebody else's level; what creators do with their own is nobody's business. */
function note(
  level: LevelRow,
  act: Pick<Act, "action" | "details" | "before" | "after">,
  viewer: Actor,
  now: number,
  when: SQL,
): Statement[] {
  if (level.user_id === viewer.id) return [];
  const { details, ...rest } = act;
  const entry = {
    actor_id: viewer.id,
    subject_type: "level",
    subject_id: level.id,
    details: { user_id: level.user_id, ...details },
    ...rest,
  };
  return [auditEntry(entry, now, when)];
}

/** `also` is under what an edit takes effect; the note comes after it in the batch. */
export function editNote(
  level: LevelRow,
  input: InputOf<typeof editLevelRoute>,
  viewer: Actor,
  now: number,
  also: SQL,
): Statement[] {
  const { title, description, category, visibility, comments_enabled, thumbnail, file } = input;
  const was = { ...level, comments_enabled: level.comments_enabled === 1 };
  const act = {
    action: "level.edit" as const,
    details: {
      ...(file && { new_file: true }),
      ...((thumbnail || input.remove_thumbnail) && { new_picture: true }),
    },
    ...changesOf(was, { title, description, category, visibility, comments_enabled }),
  };
  return note(level, act, viewer, now, stands(level, also));
}

/** Before the level goes: then it still stands. */
export function deleteNote(level: LevelRow, viewer: Actor, now: number): Statement[] {
  const { title, visibility } = level;
  return note(level, { action: "level.delete", before: { title, visibility } }, viewer, now, stands(level));
}

/** After the older document was made the newest one: where it was, the number has grown. */
export function restoreNote(level: LevelRow, revision: number, viewer: Actor, now: number): Statement[] {
  const act = {
    action: "level.restore" as const,
    details: { revision },
    before: { revision: level.revision },
    after: { revision: level.revision + 1 },
  };
  return note(level, act, viewer, now, stands(level, sql`revision > ${level.revision}`));
}

/** Statements that feature a level or end that, and note it; twice is once. */
export function featureLevel(level: LevelRow, featured: boolean, viewer: Actor, now: number): Statement[] {
  const changes = sql`(featured_at is null) = ${Number(featured)}`;
  return [
    auditEntry(
      {
        actor_id: viewer.id,
        action: "level.feature",
        subject_type: "level",
        subject_id: level.id,
        before: { featured: !featured },
        after: { featured },
      },
      now,
      stands(level, changes),
    ),
    statement(sql`update levels set featured_at = ${featured ? now : null}
      where id = ${level.id} and visibility <> 'deleted' and ${changes}`),
  ];
}
