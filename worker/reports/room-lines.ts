import { type Columns, sql, statement } from "#db/database.ts";
import type { levels } from "#db/schema/index.ts";
import { logError } from "../http/log.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { roomStub } from "../live/stubs.ts";
import type { ChatLine } from "../objects/level-room-api.ts";
import { readRoomPath } from "../room/room-path.ts";
import type { ReportTarget } from "./report-target.ts";

/**
 * Adds the lines of a room's chat that the reporter got to the copy of a reported user, with the user's own lines marked.
 * Adds none if the reporter isn't in the room anymore or got no line by them: the report counts without.
 */
export async function addRoomLines(
  env: Env,
  gate: SessionGate,
  { owner_id, copy }: ReportTarget,
  path: string,
  reporter: number,
): Promise<void> {
  const room = readRoomPath(env, path);
  if (!room) return;
  const level = await gate.first(
    statement<Columns<"levels", "title">>(
      sql`select title from levels where id = ${room.level} and visibility <> 'deleted'`,
    ),
  );
  if (!level) return;
  try {
    const lines: ChatLine[] = await roomStub(env, room.level, room.instance).chatLines(reporter, owner_id);
    if (lines.length === 0) return;
    copy.place = `Chat in ${level.title}`;
    copy.messages = lines.map(({ user, text, at }, i) => ({
      id: `room_${room.level}_${room.instance}_${at}_${i}`,
      user_id: user,
      body: text,
      reported: user === owner_id,
      created_at: at,
    }));
  } catch (error) {
    // A report must not depend on the room.
    logError("lines of a room not read", { room: path }, error);
  }
}
