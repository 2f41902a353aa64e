import { roundNumber } from "#domain/build/limit-fields.ts";
import styles from "./edit-overlay.module.css";
import type { EditorCamera, ScreenPoint } from "./editor-camera.ts";
import type { Handle } from "./handle-layout.ts";
import type { Axis } from "./level-editor.ts";

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
export class HandleElement {
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

  /** Draws a handle where it is now. */
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

export function make<K extends keyof SVGElementTagNameMap>(
  name: K,
  className?: string,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  if (className) element.setAttribute("class", className);
  return element;
}
