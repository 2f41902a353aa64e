import { type Columns, Database, first, sql, statement } from "#db/database.ts";
import type { Role } from "#domain/auth/roles.ts";
import { BUILD_CLOSE_CODES, type BuildCloseCode } from "#domain/build/close-codes.ts";
import { effectiveRole, isBanned } from "../http/session.ts";
import { buildRole, isEditorColumn } from "./access.ts";
import type { PageState } from "./builders.ts";

interface BuilderRow extends Columns<"users", "id" | "banned_at" | "banned_until"> {
  role: Role;
  is_editor: 0 | 1;
}

/** Returns the pages that can't stay open, with the reasons. One round trip. */
export async function findLostPages(
  env: Env,
  level: number,
  pages: readonly PageState[],
): Promise<[PageState, BuildCloseCode][]> {
  const now = Date.now();
  const usersJson = JSON.stringify([...new Set(pages.map(({ user }) => user.id))]);
  const sessionsJson = JSON.stringify([...new Set(pages.map(({ session }) => session))]);
  const {
    level: found,
    builders,
    valid,
  } = await new Database(env.DB).batch({
    level: first<Columns<"levels", "user_id">>`select user_id from levels where id = ${level}
      and visibility <> 'deleted'`,
    builders: statement<BuilderRow>`select u.id, ${effectiveRole} as role, u.banned_at, u.banned_until,
        ${isEditorColumn(sql`u.id`)} as is_editor
      from users u left join levels l on l.id = ${level} where u.id in (select value from json_each(${usersJson}))`,
    valid: statement<Columns<"sessions", "id">>`select id from sessions
      where id in (select value from json_each(${sessionsJson})) and expires_at > ${now}`,
  });
  const byId = new Map(builders.map((row) => [row.id, row]));
  const validSessions = new Set(valid.map(({ id }) => id));
  const codeOf = ({ user, session }: PageState): BuildCloseCode | null => {
    const row = byId.get(user.id);
    if (!row || !validSessions.has(session)) return BUILD_CLOSE_CODES.sessionEnded;
    if (isBanned(row, now)) return BUILD_CLOSE_CODES.banned;
    if (!found) return BUILD_CLOSE_CODES.levelDeleted;
    return buildRole(row, { ...found, is_editor: row.is_editor }) ? null : BUILD_CLOSE_CODES.removed;
  };
  return pages.flatMap((page): [PageState, BuildCloseCode][] => {
    const code = codeOf(page);
    return code === null ? [] : [[page, code]];
  });
}
