import { subtractVectors } from "#domain/build/bounds.ts";
import { rotateFields } from "#domain/build/move-fields.ts";
import { axisRotation, wrapDegrees } from "#domain/build/rotation.ts";
import { snapTo } from "#domain/build/snap.ts";
import { dot } from "#domain/world/iso/view.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { AXIS_INDEX, pivotOf } from "./editor-commands.ts";
import type { EditorCore } from "./editor-core.ts";
import type { Handle } from "./handle-layout.ts";
import { PartDrag } from "./part-drag.ts";
import type { Drag, ToolPointer } from "./pointer-tool.ts";
import { alongAxis, angleAround, cross, onPlane } from "./ray.ts";
import { angleText } from "./size-text.ts";
import { AXES } from "./surface.ts";

const DEGREES = 180 / Math.PI;
/** A ring that is seen from its edge is dragged along the edge. */
const EDGE_ON = 0.25;

/** Turns parts around a world axis through their pivot. */
export class RotateDrag implements Drag {
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
