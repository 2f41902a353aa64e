import { Group, type Vector3 } from "three";
import type { Vec3 } from "#domain/world/schema.ts";
import type { Shapes } from "#web/game/world/static-blocks.ts";
import { OverlayCursor } from "./overlay-cursor.ts";
import { OverlayGhosts } from "./overlay-ghosts.ts";
import { type EditGrid, OverlayGrid } from "./overlay-grid.ts";
import { OverlayHighlight } from "./overlay-highlight.ts";
import { OverlayTrail } from "./overlay-trail.ts";

/** Everything that is shown over a level while it is built. */
export class EditorOverlays {
  readonly object = new Group();
  readonly highlight: OverlayHighlight;
  readonly ghosts: OverlayGhosts;
  readonly trail: OverlayTrail;
  readonly #grid = new OverlayGrid();
  readonly #cursor = new OverlayCursor();
  #ground = 0;

  constructor(shapes: Shapes) {
    this.highlight = new OverlayHighlight(shapes);
    this.ghosts = new OverlayGhosts(shapes);
    this.trail = new OverlayTrail(shapes);
    const { highlight, ghosts, trail } = this;
    this.object.add(highlight.object, ghosts.object, trail.object, this.#grid.mesh, this.#cursor.mesh);
  }

  setGrid(grid: EditGrid | null): void {
    this.#ground = grid?.y ?? 0;
    this.#grid.set(grid);
  }

  setCursor(point: Vec3 | null, ground = this.#ground): void {
    this.#cursor.set(point, ground);
  }

  flush(): void {
    this.highlight.blocks.flush();
    this.ghosts.flush();
  }

  setFocus(focus: Vector3, roundDistance: number): void {
    this.highlight.blocks.setFocus(focus, roundDistance);
    this.ghosts.setFocus(focus, roundDistance);
  }

  dispose(): void {
    this.highlight.dispose();
    this.ghosts.dispose();
    this.trail.dispose();
    this.#grid.dispose();
    this.#cursor.dispose();
  }
}
