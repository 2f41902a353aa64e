import type { ScreenPoint } from "./editor-camera.ts";

export interface ToolPointer extends ScreenPoint {
  isTouch: boolean;
  shift: boolean;
  /** Snaps to nothing, and selects one part of a group. */
  alt: boolean;
  /** Ctrl or ⌘. */
  ctrl: boolean;
}

/** Something that follows a pointer until it is released. */
export interface Drag {
  move(pointer: ToolPointer): void;
  finish(): void;
  cancel(): void;
}

/** Reactions to pointers on the level. */
export interface PointerTool {
  /** The pointer moves without a button. */
  hover(pointer: ToolPointer): void;
  /** The pointer left the canvas, or another tool was chosen. */
  leave(): void;
  tap(pointer: ToolPointer, isDouble: boolean): void;
  /**
   * Begins a drag from where the pointer was pressed. Null leaves it to the camera. A finger that was at rest first is `isLong`:
   * only then does it draw a box or a block, because fingers need to turn the camera, too.
   */
  drag(pointer: ToolPointer, isLong: boolean): Drag | null;
}
