import { type PerspectiveCamera, Vector3 } from "three";
import { EMOTES, type Emote } from "#domain/room/emotes.ts";
import type { RoomPlayer } from "#domain/room/events.ts";
import styles from "./room-tags.module.css";

/** Distances from the camera between which names are shown, in units, and where they are clear. */
const NEAREST = 2;
const NEAR_CLEAR = 3;
const FAR_CLEAR = 50;
const FARTHEST = 60;
/** A bopi is hidden this close to the camera, and clear from the second distance on. */
const NEAR_CAMERA = 1.5;
const CLEAR_OF_CAMERA = 5;
/** Around the spawn, bopis are see-through up to the first distance and clear from the second one on. */
const AT_SPAWN = 1.5;
const CLEAR_OF_SPAWN = 4.5;
const SPAWN_OPACITY = 0.3;

const ramp = (from: number, to: number, value: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));

/** The opacity of a name at a distance from the camera: 0 up to 2 units and from 60 on. */
export const nameOpacity = (distance: number): number =>
  Math.min(ramp(NEAREST, NEAR_CLEAR, distance), 1 - ramp(FAR_CLEAR, FARTHEST, distance));

/** The opacity of another player's bopi by its distances from the camera and from the spawn. */
export const bopiOpacity = (fromCamera: number, fromSpawn: number): number =>
  ramp(NEAR_CAMERA, CLEAR_OF_CAMERA, fromCamera) *
  (SPAWN_OPACITY + (1 - SPAWN_OPACITY) * ramp(AT_SPAWN, CLEAR_OF_SPAWN, fromSpawn));

/** Lines of drawings, 24 × 24. The emotes' are those of their buttons. */
const EMOTE_SIGNS: Record<Emote, string> = {
  wave: "M18 11V6a2 2 0 0 0-4 0M14 10V4a2 2 0 0 0-4 0v2M10 10.5V6a2 2 0 0 0-4 0v8M18 8a2 2 0 1 1 4 0v6a8 8 0 0 1-8 8h-2c-2.8 0-4.5-.86-5.99-2.34l-3.6-3.6a2 2 0 0 1 2.83-2.82L7 15",
  cheer:
    "M5.8 11.3 2 22l10.7-3.8M5.8 11.3c2.3.6 6.3 4.6 6.9 6.9M9 3h.01M21 8h.01M15 2h.01M20 20h.01M14 9l6-4M16 13l5 1M10 8 9.5 5",
  dance: "M9 18V5l12-2v13M9 18a3 3 0 1 1-6 0 3 3 0 0 1 6 0M21 16a3 3 0 1 1-6 0 3 3 0 0 1 6 0",
  laugh: "M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0M18 13a6 6 0 0 1-6 5 6 6 0 0 1-6-5zM9 9h.01M15 9h.01",
  point:
    "M22 14a8 8 0 0 1-8 8M18 11v-1a2 2 0 0 0-4 0M14 10V9a2 2 0 0 0-4 0v1M10 9.5V4a2 2 0 0 0-4 0v10M18 11a2 2 0 1 1 4 0v3a8 8 0 0 1-8 8h-2c-2.8 0-4.5-.86-5.99-2.34l-3.6-3.6a2 2 0 0 1 2.83-2.82L7 15",
  sit: "M19 9V6a2 2 0 0 0-2-2H7a2 2 0 0 0-2 2v3M3 16a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2v-5a2 2 0 0 0-4 0v2H7v-2a2 2 0 0 0-4 0zM5 18v2M19 18v2",
  sad: "M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0M16 16s-1.5-2-4-2-4 2-4 2M9 9h.01M15 9h.01",
  heart:
    "M19 14c1.5-1.5 3-3.2 3-5.5A5.5 5.5 0 0 0 16.5 3C14.7 3 13.5 3.5 12 5c-1.5-1.5-2.7-2-4.5-2A5.5 5.5 0 0 0 2 8.5c0 2.3 1.5 4 3 5.5l7 7z",
};

/** A part that someone has for the player, or in the level. */
type Role = "buddy" | "staff" | "creator";
const ROLE_SIGNS: Record<Role, string> = {
  buddy: "M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M13 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0M16 11l2 2 4-4",
  staff:
    "M20 13c0 5-3.5 7.5-7.7 8.9a1 1 0 0 1-.7 0C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.2-2.7a1.2 1.2 0 0 1 1.5 0C14.5 3.8 17 5 19 5a1 1 0 0 1 1 1z",
  creator: "M3 20h18M3.5 16h17l1.5-9-5.5 3.5L12 4 7.5 10.5 2 7z",
};

const SVG = "http://www.w3.org/2000/svg";

function drawSign(path: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  const line = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/** Above the feet, in units. */
const NAME_HEIGHT = 5;
/** How long a line is shown, and for each of its characters, in seconds; and an emote's sign. */
const LINE_SECONDS = 4;
const CHARACTER_SECONDS = 0.05;
const SIGN_SECONDS = 3;
/** Steps of opacities, so that most frames change none. */
const OPACITY_STEPS = 10;

export class RoomTag {
  /** The user's own has no name. */
  readonly #isSelf: boolean;
  readonly #element = element("div", styles.tag);
  readonly #name = element("div", styles.name);
  readonly #bubble = element("div", styles.bubble);
  #bubbleSeconds = 0;
  #isHidden = true;
  #opacity = 1;
  #x = Number.NaN;
  #y = Number.NaN;
  #z = -1;

  constructor(layer: HTMLElement, isSelf: boolean) {
    this.#isSelf = isSelf;
    const stack = element("div", styles.stack);
    stack.append(this.#bubble, this.#name);
    this.#element.append(stack);
    this.#element.hidden = true;
    this.#bubble.hidden = true;
    this.#name.hidden = isSelf;
    layer.append(this.#element);
  }

  /** The line that it shows now, for tests. */
  get text(): string | null {
    return this.#bubbleSeconds > 0 ? this.#bubble.dataset.text || null : null;
  }

  setPlayer({ user, is_buddy, is_staff, is_creator }: RoomPlayer): void {
    const name = element("span");
    name.textContent = user.username;
    const roles: Role[] = [];
    if (is_buddy) roles.push("buddy");
    if (is_creator) roles.push("creator");
    if (is_staff) roles.push("staff");
    this.#name.replaceChildren(...roles.map((role) => drawSign(ROLE_SIGNS[role])), name);
    this.#name.classList.toggle(styles.buddy ?? "", is_buddy);
  }

  showLine(text: string): void {
    const line = element("span");
    line.dir = "auto";
    line.textContent = text;
    this.#show(line, LINE_SECONDS + text.length * CHARACTER_SECONDS, text);
  }

  emote(emote: number): void {
    this.#show(drawSign(EMOTE_SIGNS[EMOTES[emote] ?? "wave"]), SIGN_SECONDS, "");
  }

  #show(content: Element, seconds: number, text: string): void {
    this.#bubble.replaceChildren(content);
    this.#bubble.dataset.text = text;
    this.#bubble.hidden = false;
    this.#bubbleSeconds = seconds;
  }

  clearBubble(): void {
    this.#bubbleSeconds = 0;
    this.#bubble.hidden = true;
  }

  age(seconds: number): void {
    if (this.#bubbleSeconds <= 0) return;
    this.#bubbleSeconds -= seconds;
    if (this.#bubbleSeconds <= 0) this.clearBubble();
  }

  hide(): void {
    if (this.#isHidden) return;
    this.#isHidden = true;
    this.#element.hidden = true;
  }

  /** Puts it over a bopi whose feet are at a point. `width` and `height` are those of the canvas, in CSS pixels. */
  place(x: number, y: number, z: number, camera: PerspectiveCamera, width: number, height: number): void {
    if (this.#isSelf && this.#bubbleSeconds <= 0) {
      this.hide();
      return;
    }
    POINT.set(x, y + NAME_HEIGHT, z).applyMatrix4(camera.matrixWorldInverse);
    const distance = POINT.length();
    const opacity = POINT.z > -camera.near ? 0 : nameOpacity(distance);
    POINT.applyMatrix4(camera.projectionMatrix);
    if (opacity === 0 || Math.abs(POINT.x) > 1.2 || Math.abs(POINT.y) > 1.3) {
      this.hide();
      return;
    }
    this.#move((POINT.x + 1) * 0.5 * width, (1 - POINT.y) * 0.5 * height);
    this.#fade(opacity, distance);
    if (!this.#isHidden) return;
    this.#isHidden = false;
    this.#element.hidden = false;
  }

  #move(x: number, y: number): void {
    const left = Math.round(x * 2) / 2;
    const top = Math.round(y * 2) / 2;
    if (left === this.#x && top === this.#y) return;
    this.#x = left;
    this.#y = top;
    this.#element.style.transform = `translate(${left}px,${top}px)`;
  }

  /** Nearer ones are before others. */
  #fade(opacity: number, distance: number): void {
    const step = Math.ceil(opacity * OPACITY_STEPS) / OPACITY_STEPS;
    if (step !== this.#opacity) {
      this.#opacity = step;
      this.#element.style.opacity = String(step);
    }
    const order = Math.max(0, 60 - Math.floor(distance));
    if (order === this.#z) return;
    this.#z = order;
    this.#element.style.zIndex = String(order);
  }

  dispose(): void {
    this.#element.remove();
  }
}

const POINT = new Vector3();

/** The element that holds all names. Screen readers hear of players in the list and the chat. */
export function createTagLayer(overlay: HTMLElement): HTMLElement {
  const layer = element("div", styles.layer);
  layer.setAttribute("aria-hidden", "true");
  overlay.prepend(layer);
  return layer;
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className?: string,
): HTMLElementTagNameMap[K] {
  const created = document.createElement(name);
  if (className) created.className = className;
  return created;
}
