import { roundNumber } from "#domain/build/limit-fields.ts";
import { toolPointer } from "./canvas-gestures.ts";
import { dragHandle } from "./drag-handle.ts";
import type { DragRunner } from "./drag-runner.ts";
import styles from "./edit-overlay.module.css";
import type { EditorCamera, ScreenPoint } from "./editor-camera.ts";
import type { EditorCore, ShownSelection } from "./editor-core.ts";
import type { Axis, EditorLabels } from "./editor-state.ts";
import { ARROW_PIXELS, type Handle, layoutHandles, shownPivot } from "./handle-layout.ts";

const SVG = "http://www.w3.org/2000/svg";
/** Shorter than this on the screen, an arrow is seen from its end. */
const SHORTEST = 16;
const NAME_GAP = 17;

/** The shape at the end of each axis: not everyone can see the colors. */
const ENDS: Record<Axis, string> = {
  x: "M-7,-7 L9,0 L-7,7 Z",
  y: "M0,-9 L9,0 L0,9 L-9,0 Z",
  z: "M-8,0 A8,8 0 1 0 8,0 A8,8 0 1 0 -8,0 Z",
};
const SQUARE = "M-7,-7 H7 V7 H-7 Z";

/** A handle over the level. It can be focused; arrow keys move it like a slider. */
class HandleElement {
  readonly element: SVGGElement;
  handle: Handle;
  readonly #edge = make("path", styles.edge);
  readonly #line = make("path", styles.line);
  readonly #end = make("path", styles.end);
  readonly #name = make("text", styles.name);
  readonly #hit: SVGElement;

  constructor(handle: Handle, label: string) {
    this.handle = handle;
    this.element = make("g", styles.handle);
    const { kind, axis, value } = handle;
    this.#hit = make(kind === "rotate" ? "path" : "circle", kind === "rotate" ? styles.ringHit : styles.hit);
    this.element.append(this.#edge, this.#line, this.#end, this.#name, this.#hit);
    this.element.dataset.kind = kind;
    this.element.dataset.axis = axis;
    this.element.dataset.handle = handle.key;
    this.element.setAttribute("tabindex", "0");
    this.element.setAttribute("role", value === null ? "button" : "slider");
    this.element.setAttribute("aria-label", label);
    if (kind === "move" || kind === "scale" || kind === "rotate") this.#name.textContent = axis.toUpperCase();
    if (kind === "scale" || kind === "size") this.#end.setAttribute("d", SQUARE);
    else if (kind === "motion") this.#end.setAttribute("d", ENDS.z);
    else if (kind !== "plane") this.#end.setAttribute("d", ENDS[axis]);
  }

  place(handle: Handle, camera: EditorCamera): void {
    this.handle = handle;
    const grip = camera.project(handle.grip);
    const points = handle.points.map((point) => camera.project(point));
    const isShown = grip !== null && points.every((point) => point !== null);
    this.element.style.display = isShown ? "" : "none";
    if (isShown) this.#draw(grip, points as ScreenPoint[]);
    if (handle.value === null) return;
    this.element.setAttribute("aria-valuenow", String(roundNumber(handle.value)));
  }

  set isDragged(on: boolean) {
    this.element.toggleAttribute("data-dragged", on);
  }

  #draw(grip: ScreenPoint, points: readonly ScreenPoint[]): void {
    const { kind } = this.handle;
    const path = pathOf(points, kind === "plane");
    this.#edge.setAttribute("d", kind === "plane" ? "" : path);
    this.#line.setAttribute("d", path);
    const first = points[0] ?? grip;
    const [x, y] = [grip.x - first.x, grip.y - first.y];
    const length = Math.hypot(x, y);
    const turn = kind === "move" ? (Math.atan2(y, x) * 180) / Math.PI : 0;
    this.#end.setAttribute("transform", `translate(${at(grip)}) rotate(${turn.toFixed(1)})`);
    this.element.toggleAttribute("data-end-on", kind === "move" && length < SHORTEST);
    const share = length > 0 && kind !== "rotate" ? NAME_GAP / length : 0;
    const beside =
      kind === "rotate"
        ? { x: grip.x, y: grip.y - NAME_GAP }
        : { x: grip.x + x * share, y: grip.y + y * share };
    this.#name.setAttribute("transform", `translate(${at(beside)})`);
    if (kind === "rotate") this.#hit.setAttribute("d", path);
    else this.#hit.setAttribute("transform", `translate(${at(grip)})`);
  }
}

const at = ({ x, y }: ScreenPoint): string => `${x.toFixed(1)},${y.toFixed(1)}`;

const pathOf = (points: readonly ScreenPoint[], isClosed: boolean): string =>
  `M${points.map(at).join("L")}${isClosed ? "Z" : ""}`;

function make<K extends keyof SVGElementTagNameMap>(name: K, className?: string): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  if (className) element.setAttribute("class", className);
  return element;
}

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

export class HandleLayer {
  readonly #root = make("svg", styles.handles);
  readonly #elements = new Map<string, HandleElement>();
  readonly #options: HandleLayerOptions;

  constructor(options: HandleLayerOptions) {
    this.#options = options;
    options.overlay.append(this.#root);
  }

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
