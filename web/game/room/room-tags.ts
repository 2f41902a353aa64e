import { type PerspectiveCamera, Vector3 } from "three";
import type { RoomPlayer } from "#domain/room/events.ts";
import { emoteSign, type Role, roleSign } from "./emote-sign.ts";
import { nameOpacity } from "./name-opacity.ts";
import styles from "./room-tags.module.css";

/** Above the feet, in units. */
const NAME_HEIGHT = 5;
/** How long a line is shown, and for each of its characters, in seconds; and an emote's sign. */
const LINE_SECONDS = 4;
const CHARACTER_SECONDS = 0.05;
const SIGN_SECONDS = 3;
/** Steps of opacities, so that most frames change none. */
const OPACITY_STEPS = 10;

/** A player's name and speech bubble. */
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
    this.#name.replaceChildren(...roles.map(roleSign), name);
    this.#name.classList.toggle(styles.buddy ?? "", is_buddy);
  }

  showLine(text: string): void {
    const line = element("span");
    line.dir = "auto";
    line.textContent = text;
    this.#show(line, LINE_SECONDS + text.length * CHARACTER_SECONDS, text);
  }

  emote(emote: number): void {
    this.#show(emoteSign(emote), SIGN_SECONDS, "");
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
