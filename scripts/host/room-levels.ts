import { fillPath } from "#domain/api/route.ts";
import { type LevelPlay, levelPlayRoute } from "#domain/runs/api.ts";
import { PHYSICS } from "#domain/sim/index.ts";
import { CourseRuns } from "../client/course-runs.ts";
import { loadRoomLevel, type RoomLevel } from "../client/room-bot.ts";
import type { SiteClient } from "../client/site-client.ts";
import { readRecordedRuns } from "../seed/recorded-runs.ts";

/** A level that bots play, and how to clear it. */
export interface PlayedLevel extends RoomLevel {
  /** Empty if none are recorded. */
  runs: CourseRuns;
}

/** Loads the levels that bots play. Popular demo levels come with recorded runs; in others bots walk around. */
export class RoomLevels {
  /** By level, the newest revision. */
  readonly #levels = new Map<number, PlayedLevel>();
  #recorded: ReturnType<typeof readRecordedRuns> | undefined;

  /** Loads a level. Throws like `SiteClient`. */
  async load(member: SiteClient, id: number): Promise<PlayedLevel> {
    const { level, revision } = await member.get<LevelPlay>(fillPath(levelPlayRoute.path, { id }));
    const known = this.#levels.get(id);
    if (known?.revision === revision) return known;
    const loaded = await loadRoomLevel(member, id);
    const runs = new CourseRuns(loaded.course, this.#recordedRuns(level.title));
    const played = { ...loaded, runs };
    this.#levels.set(id, played);
    return played;
  }

  #recordedRuns(title: string) {
    this.#recorded ??= readRecordedRuns().filter(({ physics }) => physics === PHYSICS);
    return this.#recorded.filter(({ level }) => level === title).flatMap(({ runs }) => runs);
  }
}
