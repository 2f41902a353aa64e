import type { CourseRuns } from "../../host/course-runs.ts";
import type { RoomBot } from "../../host/room-bot.ts";

/** Ticks from the choice of a run to its start. */
const AHEAD = 60;
const SEEDS = 8;

/** Lets a bot clear its level, by the fastest or slowest of some ways. Resolves once the run counts. */
export async function clearLevel(bot: RoomBot, known: CourseRuns, way: "fastest" | "slowest"): Promise<void> {
  const now = Math.ceil(bot.link.exactTick()) + AHEAD;
  const runs = Array.from({ length: SEEDS }, (_, seed) => known.next(now, seed)).filter(
    (run) => run !== null,
  );
  const [run] = runs.sort((a, b) => (way === "slowest" ? b.ticks - a.ticks : a.ticks - b.ticks));
  const finished = run && (await bot.play(run));
  if (!finished?.isCounted) throw new Error("The run didn't count.");
}
