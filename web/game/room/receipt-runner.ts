import type { Receipt } from "#domain/room/frames.ts";
import type { Physics } from "#domain/sim/index.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import type { Runner } from "#domain/sim/v1/runner.ts";

/** The runner in a receipt (rule 14), after what only the room reads; null if it's malformed or of another course. */
export function receiptRunner({ state }: Receipt, { Runner }: Physics, course: Course): Runner | null {
  if (state.length < 2) return null;
  const view = new DataView(state.buffer, state.byteOffset, state.byteLength);
  const first = 2 + view.getUint16(0, true);
  const count = (state.length - first) / 8;
  if (count < 1 || !Number.isInteger(count)) return null;
  const saved = Float64Array.from({ length: count }, (_, i) => view.getFloat64(first + 8 * i, true));
  return Runner.restore(course, saved);
}
