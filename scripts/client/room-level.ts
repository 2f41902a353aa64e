import { fillPath } from "#domain/api/route.ts";
import { worldRoute } from "#domain/runs/api.ts";
import { type Course, makeCourse } from "#domain/sim/v1/course.ts";
import type { World } from "#domain/world/schema.ts";
import type { SiteClient } from "./site-client.ts";

/** A level as a player in its room needs it. */
export interface RoomLevel {
  id: number;
  revision: number;
  world: World;
  course: Course;
}

/** Loads the newest revision of a level. Throws like `SiteClient`. */
export async function loadRoomLevel(member: Pick<SiteClient, "expect">, id: number): Promise<RoomLevel> {
  const { text, headers } = await member.expect(fillPath(worldRoute.path, { id }));
  const world = JSON.parse(text) as World;
  return { id, revision: Number(headers.get("X-Level-Revision")), world, course: makeCourse(world) };
}
