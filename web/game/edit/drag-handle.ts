import {
  addVectors,
  axisRotation,
  centerOf,
  partsBounds,
  scaleVector,
  subtractVectors,
  wrapDegrees,
} from "#domain/build/bounds.ts";
import { isSized, motionFields, resizeFields, rotateFields, scaleFields } from "#domain/build/move-fields.ts";
import { snapTo, snapVector } from "#domain/build/snap.ts";
import { dot } from "#domain/world/iso/view.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { AXIS_INDEX, evenFields, pivotOf, singleSized } from "./editor-commands.ts";
import type { EditorCore } from "./editor-core.ts";
import { ARROW_PIXELS, type Handle } from "./handle-layout.ts";
import { MoveSnap, moveDrag, partDrag } from "./move-drag.ts";
import type { Drag, ToolPointer } from "./pointer-tool.ts";
import { alongAxis, angleAround, cross, onPlane } from "./ray.ts";
import { angleText, moveText, sizeText } from "./size-text.ts";
import { AXES } from "./surface.ts";

/** Moves one side of a part, or of the box around several. The opposite side stays; with Shift the proportions do, too. */
function scaleDrag(core: EditorCore, handle: Handle, pressed: ToolPointer): Drag {
  const { side, grip, direction } = handle;
  const axis = AXIS_INDEX[handle.axis];
  const parts = core.selectedParts();
  const drag = partDrag(core, parts);
  const single = singleSized(parts);
  const bounds = partsBounds(parts.map(([, part]) => part)) ?? { low: grip, high: grip };
  const snap = new MoveSnap(core, bounds, core.selection);
  const before = single?.size ?? subtractVectors(bounds.high, bounds.low);
  const start = alongAxis(core.camera.rayAt(pressed), grip, direction);

  function lengthAfter(by: number, alt: boolean): number {
    const { isOn, grid } = core.snapFor(alt);
    if (!isOn) return Math.max(WORLD_LIMITS.sizeMin, before[axis] + by);
    // Sides of a turned block aren't along the grid: its length is.
    const isTurned = single?.kind === "block" && single.rotation !== undefined;
    const length = isTurned
      ? snapTo(before[axis] + by, grid)
      : before[axis] + side * snap.along(axis, side * by, alt, side > 0 ? "high" : "low");
    return Math.max(Math.min(grid, before[axis]), WORLD_LIMITS.sizeMin, length);
  }

  return {
    ...drag,
    move(pointer) {
      const along = alongAxis(core.camera.rayAt(pointer), grip, direction);
      if (along === null || start === null) return;
      const length = lengthAfter(along - start, pointer.alt);
      if (single) {
        const resizing = { axis, side, length, isEven: pointer.shift };
        const { size } = resizeFields(single, resizing) as { size: Vec3 };
        drag.show((part) => (isSized(part) ? resizeFields(part, resizing) : null), sizeText(size));
        return;
      }
      const factor = length / before[axis];
      const factors: Vec3 = pointer.shift ? [factor, factor, factor] : [1, 1, 1];
      factors[axis] = factor;
      const anchor = centerOf(bounds);
      anchor[axis] = side > 0 ? bounds.low[axis] : bounds.high[axis];
      const size = before.map((v, i) => v * factors[i as 0]) as Vec3;
      drag.show((part) => scaleFields(part, anchor, factors), sizeText(size));
    },
  };
}

const DEGREES = 180 / Math.PI;
/** A ring that is seen from its edge is dragged along the edge. */
const EDGE_ON = 0.25;

/** Turns parts around a world axis through their pivot. */
function rotateDrag(core: EditorCore, handle: Handle, pressed: ToolPointer): Drag {
  const axis = AXIS_INDEX[handle.axis];
  const parts = core.selectedParts();
  const drag = partDrag(core, parts);
  const pivot = pivotOf(parts.map(([, part]) => part));
  const direction = AXES[axis];
  const away = subtractVectors(core.camera.eye, pivot);
  const isEdgeOn = Math.abs(dot(direction, away)) < EDGE_ON * Math.hypot(...away);
  const radius = Math.hypot(...subtractVectors(handle.points[0] ?? pivot, pivot));
  const way = cross(direction, away);
  const tangent = scaleVector(way, 1 / (Math.hypot(...way) || 1));
  const from: Vec3 = direction[1] !== 0 ? [0, 0, 1] : [0, 1, 0];

  /** Radians at a pointer. Along an edge, an angle of 1 leads as far as the ring's radius. */
  function angleAt(pointer: ToolPointer): number | null {
    const ray = core.camera.rayAt(pointer);
    if (isEdgeOn) {
      const along = alongAxis(ray, pivot, tangent);
      return along === null ? null : along / radius;
    }
    const point = onPlane(ray, pivot, direction);
    return point ? angleAround(direction, from, subtractVectors(point, pivot)) : null;
  }

  let last = angleAt(pressed);
  let total = 0;
  return {
    ...drag,
    move(pointer) {
      const angle = angleAt(pointer);
      if (angle === null) return;
      if (last !== null) total += wrapDegrees((angle - last) * DEGREES);
      last = angle;
      const { isOn, angle: step } = core.snapFor(pointer.alt);
      const degrees = isOn ? snapTo(total, step) : total;
      const rotation = axisRotation(axis, degrees);
      drag.show((part) => rotateFields(part, pivot, rotation), angleText(degrees));
    },
  };
}

/** Drags the end of a block's motion on its level; with Shift up and down. */
function motionDrag(core: EditorCore, { grip }: Handle, pressed: ToolPointer): Drag {
  const parts = core.selectedParts();
  const drag = partDrag(core, parts);
  const follow = (pointer: ToolPointer): Vec3 | number | null => {
    const ray = core.camera.rayAt(pointer);
    return pointer.shift ? alongAxis(ray, grip, AXES[1]) : onPlane(ray, grip, AXES[1]);
  };
  let end = grip;
  const holdAt = (pointer: ToolPointer) => ({ isUp: pointer.shift, start: follow(pointer), end });
  let hold = holdAt(pressed);
  return {
    ...drag,
    move(pointer) {
      if (pointer.shift !== hold.isUp) hold = holdAt(pointer);
      const { start } = hold;
      const now = follow(pointer);
      if (start === null || now === null) return;
      const by: Vec3 =
        typeof now === "number" ? [0, now - (start as number), 0] : subtractVectors(now, start as Vec3);
      end = addVectors(hold.end, by);
      const [, block] = parts[0] ?? [];
      if (block?.kind !== "block") return;
      const way = snapVector(subtractVectors(end, block.position), core.stepFor(pointer.alt));
      const target = addVectors(block.position, way);
      drag.show((part) => (part.kind === "block" ? motionFields(part, target) : null), moveText(way));
    },
  };
}

/** Scales evenly around the center, by the distance of the pointer from it. */
function evenScaleDrag(core: EditorCore, { grip: center }: Handle, pressed: ToolPointer): Drag {
  const parts = core.selectedParts();
  const drag = partDrag(core, parts);
  const bounds = partsBounds(parts.map(([, part]) => part)) ?? { low: center, high: center };
  const single = singleSized(parts);
  const before = single?.size ?? subtractVectors(bounds.high, bounds.low);
  const widest = Math.max(...before);
  return {
    ...drag,
    move({ x, y, alt }) {
      // To the right and up is larger: twice as large after as many pixels as an arrow has.
      const wanted = 2 ** ((x - y - pressed.x + pressed.y) / ARROW_PIXELS);
      const { isOn, grid } = core.snapFor(alt);
      const factor = isOn ? Math.max(Math.min(grid, widest), snapTo(widest * wanted, grid)) / widest : wanted;
      const size = scaleVector(before, factor);
      drag.show((part) => evenFields(part, { single, center, factor }), sizeText(size));
    },
  };
}

export function dragHandle(core: EditorCore, handle: Handle, pointer: ToolPointer): Drag {
  const axis = AXIS_INDEX[handle.axis];
  switch (handle.kind) {
    case "move":
    case "plane": {
      const path = { axis, isPlane: handle.kind === "plane" };
      return moveDrag(core, pointer, handle.grip, () => path);
    }
    case "rotate":
      return rotateDrag(core, handle, pointer);
    case "scale":
      return scaleDrag(core, handle, pointer);
    case "size":
      return evenScaleDrag(core, handle, pointer);
    case "motion":
      return motionDrag(core, handle, pointer);
  }
}
