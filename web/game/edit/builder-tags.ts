import type { Vec3 } from "#domain/world/schema.ts";
import styles from "./edit-overlay.module.css";
import type { EditorCamera } from "./editor-camera.ts";
import type { OtherBuilder } from "./editor-state.ts";
import { OTHER_COLORS } from "./other-colors.ts";

/** Names of others at their cursors. Screen readers hear of people in the list of builders. */
export class BuilderTags {
  readonly #layer = document.createElement("div");
  readonly #tags = new Map<number, { element: HTMLElement; at: Vec3 }>();

  constructor(overlay: HTMLElement) {
    this.#layer.className = styles.tags ?? "";
    this.#layer.setAttribute("aria-hidden", "true");
    overlay.prepend(this.#layer);
  }

  set(others: readonly OtherBuilder[]): void {
    const shown = new Set<number>();
    for (const { client, user, color, presence } of others) {
      if (!presence.at) continue;
      shown.add(client);
      const tag = this.#tags.get(client) ?? this.#add(client);
      tag.at = presence.at;
      tag.element.textContent = user.username;
      tag.element.style.setProperty("--builder", `#${OTHER_COLORS[color % OTHER_COLORS.length]}`);
    }
    for (const [client, { element }] of this.#tags) {
      if (shown.has(client)) continue;
      element.remove();
      this.#tags.delete(client);
    }
  }

  place(camera: EditorCamera): void {
    for (const { element, at } of this.#tags.values()) {
      const point = camera.project(at);
      element.hidden = point === null;
      if (point) element.style.transform = `translate(${point.x.toFixed(1)}px,${point.y.toFixed(1)}px)`;
    }
  }

  setVisible(isVisible: boolean): void {
    this.#layer.hidden = !isVisible;
  }

  dispose(): void {
    this.#layer.remove();
  }

  #add(client: number) {
    const element = document.createElement("div");
    element.className = styles.tag ?? "";
    this.#layer.append(element);
    const tag = { element, at: [0, 0, 0] as Vec3 };
    this.#tags.set(client, tag);
    return tag;
  }
}
