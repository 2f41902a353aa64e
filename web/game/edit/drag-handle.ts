import { AXIS_INDEX } from "./editor-commands.ts";
import type { EditorCore } from "./editor-core.ts";
import { EvenScaleDrag } from "./even-scale-drag.ts";
import type { Handle } from "./handle-layout.ts";
import { MotionDrag } from "./motion-drag.ts";
import { MoveDrag } from "./move-drag.ts";
import type { Drag, ToolPointer } from "./pointer-tool.ts";
import { RotateDrag } from "./rotate-drag.ts";
import { ScaleDrag } from "./scale-drag.ts";

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
