import { fillPath } from "#domain/api/route.ts";
import { worldRoute } from "#domain/runs/api.ts";
import { type Course, makeCourse } from "#domain/sim/v1/course.ts";
import type { World } from "#domain/world/schema.ts";
import type { MemberSession } from "./member-session.ts";

/** A level as a player in its room needs it. */
export interface RoomLevel {
  id: number;
  revision: number;
  world: World;
  course: Course;
}

/** Loads the newest revision of a level. Throws like `fetchJson`. */
export async function loadRoomLevel(
  member: Pick<MemberSession, "getWithHeaders">,
  id: number,
): Promise<RoomLevel> {
  const { data: world, headers } = await member.getWithHeaders<World>(fillPath(worldRoute.path, { id }));
  return { id, revision: Number(headers.get("X-Level-Revision")), world, course: makeCourse(world) };
}
