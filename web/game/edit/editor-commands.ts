import { addVectors, centerOf, partsBounds, subtractVectors } from "#domain/build/bounds.ts";
import { changeParts } from "#domain/build/change-parts.ts";
import { type PartId, SKY_ID } from "#domain/build/ids.ts";
import {
  growFields,
  isSized,
  mirrorFields,
  motionFields,
  moveFields,
  resizeFields,
  rotateFields,
  type SizedPart,
  scaleFields,
} from "#domain/build/move-fields.ts";
import type { FieldChanges, PlacedPart } from "#domain/build/part.ts";
import { axisRotation } from "#domain/build/rotation.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import type { Ambience, Vec3 } from "#domain/world/schema.ts";
import type { EditorCore } from "./editor-core.ts";
import type { Axis } from "./editor-state.ts";
import { brushFields } from "./paint-tools.ts";

export const AXIS_INDEX = { x: 0, y: 1, z: 2 } as const satisfies Record<Axis, number>;

export class EditorCommands {
  readonly #core: EditorCore;

  constructor(core: EditorCore) {
    this.#core = core;
  }

  move(by: Vec3): void {
    this.#change((part) => moveFields(part, by));
  }

  turn(axis: Axis, steps: number): void {
    const parts = this.#core.requireSelection();
    if (!parts) return;
    const turns = (part: PlacedPart) => !["star", "goal"].includes(part.kind);
    if (parts.length === 1 && !parts.some(([, part]) => turns(part))) {
      this.#core.message(this.#core.messages.cantRotate);
      return;
    }
    const rotation = axisRotation(AXIS_INDEX[axis], steps * this.#core.state.get().snap.angle);
    const pivot = pivotOf(parts.map(([, part]) => part));
    this.#core.changeParts(changeParts(parts, (part) => rotateFields(part, pivot, rotation)));
  }

  /** `side` is the one that moves. */
  resize(axis: Axis, steps: number, side: 1 | -1 = 1): void {
    const parts = this.#core.requireSelection();
    if (!parts) return;
    const sized = parts.filter(([, part]) => isSized(part));
    if (sized.length === 0) {
      this.#core.message(this.#core.messages.cantResize);
      return;
    }
    const index = AXIS_INDEX[axis];
    const by = steps * this.#core.step;
    const single = singleSized(parts);
    if (single) {
      const length = Math.max(least(single.size[index], by), single.size[index] + by);
      this.#core.changeParts(
        changeParts(sized, (part) =>
          isSized(part) ? resizeFields(part, { axis: index, side, length }) : null,
        ),
      );
      return;
    }
    const bounds = partsBounds(parts.map(([, part]) => part));
    if (!bounds) return;
    const length = bounds.high[index] - bounds.low[index];
    const factors: Vec3 = [1, 1, 1];
    factors[index] = Math.max(least(length, by), length + by) / length;
    const anchor = side > 0 ? bounds.low : bounds.high;
    this.#core.changeParts(changeParts(parts, (part) => scaleFields(part, anchor, factors)));
  }

  /** Makes everything larger or smaller around its center, by a grid step of its longest side. */
  resizeEvenly(steps: number): void {
    const parts = this.#core.requireSelection();
    const bounds = parts && partsBounds(parts.map(([, part]) => part));
    if (!parts || !bounds) return;
    const single = singleSized(parts);
    const longest = Math.max(...(single?.size ?? subtractVectors(bounds.high, bounds.low)));
    const by = steps * this.#core.step;
    const factor = Math.max(least(longest, by), longest + by) / longest;
    const center = pivotOf(parts.map(([, part]) => part));
    this.#core.changeParts(changeParts(parts, (part) => evenFields(part, { single, center, factor })));
  }

  /** Moves the end of a single block's motion. */
  moveMotion(by: Vec3): void {
    this.#change((part) =>
      part.kind === "block" && part.motion
        ? motionFields(part, addVectors(addVectors(part.position, part.motion.by), by))
        : {},
    );
  }

  mirror(axis: "x" | "z"): void {
    const parts = this.#core.requireSelection();
    if (!parts) return;
    const bounds = partsBounds(parts.map(([, part]) => part));
    if (!bounds) return;
    const at = parts.length === 1 ? pivotOf(parts.map(([, part]) => part)) : centerOf(bounds);
    this.#core.changeParts(changeParts(parts, (part) => mirrorFields(part, axis === "x" ? 0 : 2, at)));
  }

  paint(): void {
    const blocks = this.#core.requireSelection()?.filter(([, part]) => part.kind === "block");
    if (!blocks) return;
    if (blocks.length === 0) {
      this.#core.message(this.#core.messages.nothingToPaint);
      return;
    }
    const fields = brushFields(this.#core.state.get().brush);
    this.#core.changeParts(changeParts(blocks, () => fields));
    this.#core.message(this.#core.messages.colored(this.#core.nameParts(blocks.map(([, part]) => part))));
  }

  setAmbience(ambience: Ambience): void {
    this.#core.change({ set: [[SKY_ID, { ambience }]] });
  }

  #change(change: (part: PlacedPart) => FieldChanges): void {
    const parts = this.#core.requireSelection();
    if (parts) this.#core.changeParts(changeParts(parts, change));
  }
}

/** The point around which parts are turned: a single part's own place. */
export function pivotOf(parts: readonly PlacedPart[]): Vec3 {
  const [first, second] = parts;
  if (first && !second) return first.position;
  const bounds = partsBounds(parts);
  return bounds ? centerOf(bounds) : [0, 0, 0];
}

/** The smallest length after a step: a part that is thinner than a step isn't made thicker by making it smaller. */
const least = (length: number, by: number): number =>
  by > 0 ? WORLD_LIMITS.sizeMin : Math.min(length, Math.max(WORLD_LIMITS.sizeMin, -by));

/** The only part of a list, if it has a size. */
export function singleSized(parts: readonly (readonly [PartId, PlacedPart])[]): SizedPart | null {
  const [first] = parts;
  return parts.length === 1 && first && isSized(first[1]) ? first[1] : null;
}

/** Scales evenly around a center. A single part keeps its motion. */
export function evenFields(
  part: PlacedPart,
  { single, center, factor }: { single: SizedPart | null; center: Vec3; factor: number },
): FieldChanges {
  return single && isSized(part)
    ? growFields(part, factor)
    : scaleFields(part, center, [factor, factor, factor]);
}
