import { type Course, type CourseWorld, makeCourse } from "#domain/sim/v1/course.ts";
import { Runner } from "#domain/sim/v1/runner.ts";

/** The players of a room and their inputs. */
interface SlicedPlay {
  world: CourseWorld;
  players: readonly { startTick: number; inputs: readonly number[] }[];
  /** Ticks whose inputs arrive together. */
  slice: number;
}

let course: Course | undefined;

/** Simulates players as a room does: some ticks of one, then of the next. Responds with the number of ticks. */
const slices = {
  async fetch(request: Request): Promise<Response> {
    const { world, players, slice } = (await request.json()) as SlicedPlay;
    course ??= makeCourse(world);
    const here = course;
    const runners = players.map(({ startTick }) => new Runner(here, startTick));
    const length = players[0]?.inputs.length ?? 0;
    let ticks = 0;
    for (let at = 0; at < length; at += slice)
      for (const [i, runner] of runners.entries())
        for (const input of players[i]?.inputs.slice(at, at + slice) ?? []) {
          runner.step(input);
          ticks++;
        }
    return Response.json(ticks);
  },
};

export default slices;
