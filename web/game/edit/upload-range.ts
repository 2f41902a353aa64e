import type { InstancedBufferAttribute } from "three";

/** Adds a range to what is uploaded next, as one range: a batch out of view isn't uploaded for a long time. */
export function uploadRange(attribute: InstancedBufferAttribute, start: number, end: number): void {
  let [low, high] = [start, end];
  for (const range of attribute.updateRanges) {
    low = Math.min(low, range.start);
    high = Math.max(high, range.start + range.count);
  }
  attribute.clearUpdateRanges();
  attribute.addUpdateRange(low, high - low);
  attribute.needsUpdate = true;
}
