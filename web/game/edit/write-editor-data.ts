import { centerOf } from "#domain/build/bounds.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { EditorCore } from "./editor-core.ts";

/** Writes what the editor shows to the canvas, for browser tests. */
export function writeEditorData({ dataset }: HTMLCanvasElement, core: EditorCore): void {
  const { camera } = core;
  const { cursor, selection } = core.state.get();
  dataset.camera = numbers([camera.yaw, camera.pitch, camera.distance, ...camera.target]);
  dataset.selection = String(selection.length);
  dataset.cursor = cursor ? numbers(cursor) : "";
  dataset.parts = String(core.document.size);
  const { bounds } = core.shownSelection();
  const at = bounds ? camera.project(centerOf(bounds)) : null;
  dataset.selectionAt = at ? numbers([at.x, at.y]) : "";
}

const numbers = (values: readonly number[] | Vec3): string =>
  values.map((value) => value.toFixed(2)).join(",");
