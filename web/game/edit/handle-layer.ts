import { toolPointer } from "./canvas-gestures.ts";
import { dragHandle } from "./drag-handle.ts";
import type { DragRunner } from "./drag-runner.ts";
import styles from "./edit-overlay.module.css";
import type { EditorCore, ShownSelection } from "./editor-core.ts";
import { HandleElement, make } from "./handle-element.ts";
import { ARROW_PIXELS, type Handle, layoutHandles, shownPivot } from "./handle-layout.ts";
import type { EditorLabels } from "./level-editor.ts";

/** A step of a focused handle: to the right or left, and up or down or away and near. */
export interface HandleStep {
  right: number;
  up: number;
  away: number;
}

const NOTHING: ShownSelection = { parts: [], bounds: null };

const KEY_STEPS: Record<string, HandleStep> = {
  ArrowRight: { right: 1, up: 0, away: 0 },
  ArrowLeft: { right: -1, up: 0, away: 0 },
  ArrowUp: { right: 0, up: 0, away: 1 },
  ArrowDown: { right: 0, up: 0, away: -1 },
  PageUp: { right: 0, up: 1, away: 0 },
  PageDown: { right: 0, up: -1, away: 0 },
};

export interface HandleLayerOptions {
  overlay: HTMLElement;
  /** Pointers are measured from its upper left. */
  canvas: HTMLElement;
  core: EditorCore;
  drags: DragRunner;
  labels: EditorLabels;
  onStep: (handle: Handle, step: HandleStep) => void;
}

/** The handles of the selection as elements over the canvas. */
export class HandleLayer {
  readonly #root = make("svg", styles.handles);
  readonly #elements = new Map<string, HandleElement>();
  readonly #options: HandleLayerOptions;

  constructor(options: HandleLayerOptions) {
    this.#options = options;
    options.overlay.append(this.#root);
  }

  /** Moves the handles to where the selection is on the screen. */
  place(): void {
    const { core } = this.#options;
    const { tool, device, isTesting } = core.state.get();
    const selection = isTesting ? NOTHING : core.shownSelection();
    this.#root.dataset.device = device;
    const length = core.camera.unitsPerPixel(shownPivot(selection)) * ARROW_PIXELS;
    const handles = layoutHandles(tool, selection, length);
    const keys = new Set(handles.map(({ key }) => key));
    for (const [key, { element }] of this.#elements) {
      if (keys.has(key)) continue;
      element.remove();
      this.#elements.delete(key);
    }
    for (const handle of handles)
      (this.#elements.get(handle.key) ?? this.#add(handle)).place(handle, core.camera);
  }

  dispose(): void {
    this.#root.remove();
  }

  #add(handle: Handle): HandleElement {
    const { labels } = this.#options;
    const added = new HandleElement(handle, labels.handle(handle.kind, handle.axis, handle.side));
    const { element } = added;
    element.addEventListener("pointerdown", (event) => this.#press(event, added));
    element.addEventListener("keydown", (event) => this.#handleKey(event, added));
    this.#root.append(element);
    this.#elements.set(handle.key, added);
    return added;
  }

  #press(event: PointerEvent, pressed: HandleElement): void {
    const { core, drags, canvas } = this.#options;
    if (event.button !== 0 || drags.isRunning) return;
    event.preventDefault();
    event.stopPropagation();
    const { element } = pressed;
    element.focus({ preventScroll: true });
    element.setPointerCapture(event.pointerId);
    const pointerOf = (one: PointerEvent) => toolPointer(one, canvas.getBoundingClientRect());
    core.setDevice(event.pointerType === "touch" ? "touch" : "mouse");
    drags.start(dragHandle(core, pressed.handle, pointerOf(event)));
    pressed.isDragged = true;
    const abort = new AbortController();
    const { signal } = abort;
    const end = (finish: boolean) => {
      abort.abort();
      pressed.isDragged = false;
      if (finish) drags.finish();
      else drags.cancel();
    };
    const isSame = (one: PointerEvent) => one.pointerId === event.pointerId;
    element.addEventListener("pointermove", (one) => isSame(one) && drags.move(pointerOf(one)), { signal });
    element.addEventListener("pointerup", (one) => isSame(one) && end(true), { signal });
    element.addEventListener("pointercancel", (one) => isSame(one) && end(false), { signal });
  }

  #handleKey(event: KeyboardEvent, { handle }: HandleElement): void {
    const step = KEY_STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#options.onStep(handle, step);
  }
}
