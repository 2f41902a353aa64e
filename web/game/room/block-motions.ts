import { type Course, motionAt } from "#domain/sim/v1/course.ts";

/** How far moving blocks are from where they rest, at the moment that is drawn. */
export class BlockMotions {
  readonly #course: Course;
  #tick = 0;
  #alpha = 0;
  x = 0;
  y = 0;
  z = 0;

  constructor(course: Course) {
    this.#course = course;
  }

  /** Blocks are drawn `alpha` (0–1) between the tick before and `tick`. */
  setMoment(tick: number, alpha: number): void {
    this.#tick = tick;
    this.#alpha = alpha;
  }

  read(block: number): void {
    const { solidOf, motion } = this.#course;
    const solid = block < 0 ? -1 : (solidOf[block] ?? -1);
    const at = 4 * solid;
    const each = solid < 0 ? 0 : (motion[at + 3] ?? 0);
    if (each === 0) {
      this.x = this.y = this.z = 0;
      return;
    }
    // As the blocks themselves are drawn.
    const before = motionAt(each, Math.max(0, this.#tick - 1));
    const along = before + (motionAt(each, this.#tick) - before) * this.#alpha;
    this.x = (motion[at] ?? 0) * along;
    this.y = (motion[at + 1] ?? 0) * along;
    this.z = (motion[at + 2] ?? 0) * along;
  }
}
