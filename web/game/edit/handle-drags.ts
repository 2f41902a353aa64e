import { addVectors, centerOf, type PartBounds, partsBounds, subtractVectors } from "#domain/build/bounds.ts";
import {
  isSized,
  motionFields,
  resizeFields,
  rotateFields,
  type SizedPart,
  scaleFields,
} from "#domain/build/move-fields.ts";
import { axisRotation, wrapDegrees } from "#domain/build/rotation.ts";
import { snapTo, snapVector } from "#domain/build/snap.ts";
import { dot } from "#domain/world/iso/view.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { AXIS_INDEX, evenFields, pivotOf, singleSized } from "./editor-commands.ts";
import type { EditorCore } from "./editor-core.ts";
import type { Handle } from "./handle-layout.ts";
import { MoveDrag } from "./move-drag.ts";
import { MoveSnap } from "./move-snap.ts";
import { PartDrag } from "./part-drag.ts";
import type { Drag, ToolPointer } from "./pointer-tool.ts";
import { alongAxis, angleAround, cross, onPlane } from "./ray.ts";
import { angleText, moveText, sizeText } from "./size-text.ts";
import { AXES } from "./surface.ts";

const DEGREES = 180 / Math.PI;
/** A ring that is seen from its edge is dragged along the edge. */
const EDGE_ON = 0.25;

/** Begins to drag a handle. */
export function dragHandle(core: EditorCore, handle: Handle, pointer: ToolPointer): Drag {
  const axis = AXIS_INDEX[handle.axis];
  switch (handle.kind) {
    case "move":
    case "plane": {
      const path = { axis, isPlane: handle.kind === "plane" };
      return new MoveDrag(core, { pointer, point: handle.grip, pathAt: () => path });
    }
    case "rotate":
      return new RotateDrag(core, handle, pointer);
    case "scale":
      return new ScaleDrag(core, handle, pointer);
    case "size":
      return new EvenScaleDrag(core, handle, pointer);
    case "motion":
      return new MotionDrag(core, handle, pointer);
  }
}

/** Turns parts around a world axis through their pivot. */
class RotateDrag implements Drag {
  readonly #core: EditorCore;
  readonly #drag: PartDrag;
  readonly #axis: 0 | 1 | 2;
  readonly #pivot: Vec3;
  /** Radians at a pointer. */
  readonly #angleAt: (pointer: ToolPointer) => number | null;
  #last: number | null;
  #angle = 0;

  constructor(core: EditorCore, { axis, points }: Handle, pointer: ToolPointer) {
    this.#core = core;
    const parts = core.selectedParts();
    this.#drag = new PartDrag(core, parts);
    this.#axis = AXIS_INDEX[axis];
    this.#pivot = pivotOf(parts.map(([, part]) => part));
    const direction = AXES[this.#axis];
    const away = subtractVectors(core.camera.eye, this.#pivot);
    const isEdgeOn = Math.abs(dot(direction, away)) < EDGE_ON * Math.hypot(...away);
    const radius = Math.hypot(...subtractVectors(points[0] ?? this.#pivot, this.#pivot));
    this.#angleAt = isEdgeOn ? this.#alongEdge(cross(direction, away), radius) : this.#aroundPivot(direction);
    this.#last = this.#angleAt(pointer);
  }

  move(pointer: ToolPointer): void {
    const angle = this.#angleAt(pointer);
    if (angle === null) return;
    if (this.#last !== null) this.#angle += wrapDegrees((angle - this.#last) * DEGREES);
    this.#last = angle;
    const { isOn, angle: step } = this.#core.snapFor(pointer.alt);
    const degrees = isOn ? snapTo(this.#angle, step) : this.#angle;
    const rotation = axisRotation(this.#axis, degrees);
    this.#drag.show((part) => rotateFields(part, this.#pivot, rotation), angleText(degrees));
  }

  finish(): void {
    this.#drag.finish();
  }

  cancel(): void {
    this.#drag.cancel();
  }

  #aroundPivot(axis: Vec3) {
    const from: Vec3 = axis[1] !== 0 ? [0, 0, 1] : [0, 1, 0];
    return (pointer: ToolPointer): number | null => {
      const point = onPlane(this.#core.camera.rayAt(pointer), this.#pivot, axis);
      return point ? angleAround(axis, from, subtractVectors(point, this.#pivot)) : null;
    };
  }

  /** An angle of 1 leads as far as the ring's radius. */
  #alongEdge(way: Vec3, radius: number) {
    const length = Math.hypot(...way) || 1;
    const tangent = way.map((value) => value / length) as Vec3;
    return (pointer: ToolPointer): number | null => {
      const along = alongAxis(this.#core.camera.rayAt(pointer), this.#pivot, tangent);
      return along === null ? null : along / radius;
    };
  }
}

/** Moves one side of a part, or of the box around several. The opposite side stays; with Shift the proportions do, too. */
class ScaleDrag implements Drag {
  readonly #core: EditorCore;
  readonly #drag: PartDrag;
  readonly #handle: Handle;
  readonly #axis: 0 | 1 | 2;
  readonly #bounds: PartBounds;
  readonly #snap: MoveSnap;
  readonly #single: SizedPart | null;
  readonly #length: number;
  readonly #start: number | null;

  constructor(core: EditorCore, handle: Handle, pointer: ToolPointer) {
    this.#core = core;
    this.#handle = handle;
    const parts = core.selectedParts();
    this.#drag = new PartDrag(core, parts);
    this.#axis = AXIS_INDEX[handle.axis];
    this.#single = singleSized(parts);
    this.#bounds = partsBounds(parts.map(([, part]) => part)) ?? { low: handle.grip, high: handle.grip };
    this.#snap = new MoveSnap(
      core,
      this.#bounds,
      parts.map(([id]) => id),
    );
    const axis = this.#axis;
    this.#length = this.#single ? this.#single.size[axis] : this.#bounds.high[axis] - this.#bounds.low[axis];
    this.#start = alongAxis(core.camera.rayAt(pointer), handle.grip, handle.direction);
  }

  move(pointer: ToolPointer): void {
    const along = alongAxis(this.#core.camera.rayAt(pointer), this.#handle.grip, this.#handle.direction);
    if (along === null || this.#start === null) return;
    const length = this.#lengthAfter(along - this.#start, pointer.alt);
    const { side } = this.#handle;
    const axis = this.#axis;
    const single = this.#single;
    if (single) {
      const resizing = { axis, side, length, isEven: pointer.shift };
      const { size } = resizeFields(single, resizing) as { size: Vec3 };
      this.#drag.show((part) => (isSized(part) ? resizeFields(part, resizing) : null), sizeText(size));
      return;
    }
    const factor = length / this.#length;
    const factors: Vec3 = pointer.shift ? [factor, factor, factor] : [1, 1, 1];
    factors[axis] = factor;
    const anchor = centerOf(this.#bounds);
    anchor[axis] = side > 0 ? this.#bounds.low[axis] : this.#bounds.high[axis];
    const size = subtractVectors(this.#bounds.high, this.#bounds.low).map(
      (v, i) => v * factors[i as 0],
    ) as Vec3;
    this.#drag.show((part) => scaleFields(part, anchor, factors), sizeText(size));
  }

  finish(): void {
    this.#drag.finish();
  }

  cancel(): void {
    this.#drag.cancel();
  }

  #lengthAfter(by: number, alt: boolean): number {
    const { isOn, grid } = this.#core.snapFor(alt);
    const { side } = this.#handle;
    if (!isOn) return Math.max(WORLD_LIMITS.sizeMin, this.#length + by);
    // Sides of a turned block aren't along the grid: its length is.
    const isTurned = this.#single?.kind === "block" && this.#single.rotation !== undefined;
    const length = isTurned
      ? snapTo(this.#length + by, grid)
      : this.#length + side * this.#snap.along(this.#axis, side * by, alt, side > 0 ? "high" : "low");
    return Math.max(Math.min(grid, this.#length), WORLD_LIMITS.sizeMin, length);
  }
}

/** Scales evenly around the center, by the distance of the pointer from it. */
class EvenScaleDrag implements Drag {
  readonly #core: EditorCore;
  readonly #drag: PartDrag;
  readonly #center: Vec3;
  readonly #single: SizedPart | null;
  readonly #size: Vec3;
  readonly #start: number;

  constructor(core: EditorCore, { grip }: Handle, pointer: ToolPointer) {
    this.#core = core;
    const parts = core.selectedParts();
    this.#drag = new PartDrag(core, parts);
    this.#center = grip;
    const bounds = partsBounds(parts.map(([, part]) => part)) ?? { low: grip, high: grip };
    this.#single = singleSized(parts);
    this.#size = this.#single?.size ?? subtractVectors(bounds.high, bounds.low);
    this.#start = pointer.x - pointer.y;
  }

  move(pointer: ToolPointer): void {
    // To the right and up is larger: twice as large after as many pixels as an arrow has.
    const factor = 2 ** ((pointer.x - pointer.y - this.#start) / ARROW_PIXELS);
    const { isOn, grid } = this.#core.snapFor(pointer.alt);
    const widest = Math.max(...this.#size);
    const snapped = isOn ? Math.max(Math.min(grid, widest), snapTo(widest * factor, grid)) / widest : factor;
    const size = this.#size.map((length) => length * snapped) as Vec3;
    const change = { single: this.#single, center: this.#center, factor: snapped };
    this.#drag.show((part) => evenFields(part, change), sizeText(size));
  }

  finish(): void {
    this.#drag.finish();
  }

  cancel(): void {
    this.#drag.cancel();
  }
}

/** CSS pixels of an arrow. */
export const ARROW_PIXELS = 90;

/** Drags the end of a block's motion on its level; with Shift up and down. */
class MotionDrag implements Drag {
  readonly #core: EditorCore;
  readonly #drag: PartDrag;
  readonly #grip: Vec3;
  #end: Vec3;
  #hold: { isUp: boolean; start: Vec3 | number | null; end: Vec3 };

  constructor(core: EditorCore, { grip }: Handle, pointer: ToolPointer) {
    this.#core = core;
    this.#drag = new PartDrag(core, core.selectedParts());
    this.#grip = grip;
    this.#end = grip;
    this.#hold = this.#holdAt(pointer);
  }

  move(pointer: ToolPointer): void {
    if (pointer.shift !== this.#hold.isUp) this.#hold = this.#holdAt(pointer);
    const { start, end, isUp } = this.#hold;
    const now = this.#follow(pointer, isUp);
    if (start === null || now === null) return;
    const by: Vec3 =
      typeof now === "number" ? [0, now - (start as number), 0] : subtractVectors(now, start as Vec3);
    this.#end = addVectors(end, by);
    const { isOn, grid } = this.#core.snapFor(pointer.alt);
    const [, block] = this.#drag.parts[0] ?? [];
    if (block?.kind !== "block") return;
    const way = snapVector(subtractVectors(this.#end, block.position), isOn ? grid : 0);
    const target = addVectors(block.position, way);
    this.#drag.show((part) => (part.kind === "block" ? motionFields(part, target) : null), moveText(way));
  }

  finish(): void {
    this.#drag.finish();
  }

  cancel(): void {
    this.#drag.cancel();
  }

  #holdAt(pointer: ToolPointer) {
    return { isUp: pointer.shift, start: this.#follow(pointer, pointer.shift), end: this.#end };
  }

  #follow(pointer: ToolPointer, isUp: boolean): Vec3 | number | null {
    const ray = this.#core.camera.rayAt(pointer);
    return isUp ? alongAxis(ray, this.#grip, AXES[1]) : onPlane(ray, this.#grip, AXES[1]);
  }
}
