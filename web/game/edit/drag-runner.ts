import type { Drag, ToolPointer } from "./pointer-tool.ts";

/** Runs one drag at a time. Pointers move more often than the level is drawn, so only the last position of each frame counts. */
export class DragRunner {
  readonly #invalidate: () => void;
  #drag: Drag | null = null;
  #pointer: ToolPointer | null = null;

  constructor(invalidate: () => void) {
    this.#invalidate = invalidate;
  }

  get isRunning(): boolean {
    return this.#drag !== null;
  }

  start(drag: Drag): void {
    this.cancel();
    this.#drag = drag;
  }

  move(pointer: ToolPointer): void {
    if (!this.#drag) return;
    this.#pointer = pointer;
    this.#invalidate();
  }

  flush(): void {
    const pointer = this.#pointer;
    this.#pointer = null;
    if (pointer) this.#drag?.move(pointer);
  }

  finish(): void {
    this.flush();
    const drag = this.#drag;
    this.#drag = null;
    drag?.finish();
  }

  cancel(): boolean {
    const drag = this.#drag;
    this.#drag = this.#pointer = null;
    drag?.cancel();
    return drag !== null;
  }
}
