import { PerspectiveCamera } from "three";
import { BuildDocument } from "#domain/build/document.ts";
import type { Edit } from "#domain/build/edit.ts";
import { type PartId, partId } from "#domain/build/ids.ts";
import type { Presence } from "#domain/build/messages.ts";
import type { FieldChanges, Part } from "#domain/build/part.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { editorLabels } from "#web/features/build/text/editor-labels.ts";
import type { PartGhost } from "#web/game/edit/editable-scene.ts";
import { EditorCamera } from "#web/game/edit/editor-camera.ts";
import { EditorCore } from "#web/game/edit/editor-core.ts";
import type { EditModel, OtherBuilder } from "#web/game/edit/editor-state.ts";
import { PartPicker } from "#web/game/edit/part-picker.ts";
import type { ToolPointer } from "#web/game/edit/pointer-tool.ts";
import { createStore } from "#web/lib/store.ts";

export const WIDTH = 1_000;
export const HEIGHT = 800;

/** An editor without a page and without graphics, whose model makes every edit that is within the limits. */
export function makeEditor(parts: Iterable<readonly [PartId, Part]> = []) {
  const document = new BuildDocument(parts);
  const edits: Edit[] = [];
  const presences: Presence[] = [];
  const messages: string[] = [];
  const shown = {
    drag: null as ReadonlyMap<PartId, FieldChanges> | null,
    ghosts: [] as readonly PartGhost[],
    selected: new Set() as ReadonlySet<PartId>,
    others: new Map() as ReadonlyMap<PartId, number>,
    hovered: null as PartId | null,
    cursor: null as Vec3 | null,
    hidden: new Set() as ReadonlySet<PartId>,
  };
  const listeners = new Set<(ids: ReadonlySet<PartId> | null) => void>();
  const others = createStore<readonly OtherBuilder[]>([]);
  let counter = 0;
  const model: EditModel = {
    document,
    newId: () => partId(7, counter++),
    change: (edit) => {
      document.checkLimits(edit);
      edits.push(edit);
      const ids = new Set(document.apply(edit).map(({ id }) => id));
      for (const listener of listeners) listener(ids);
      return null;
    },
    undo: () => undefined,
    redo: () => undefined,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    others,
    showPresence: (presence) => presences.push(presence),
  };
  const camera = makeCamera();
  const core = new EditorCore({
    model,
    camera,
    picker: new PartPicker(document),
    view: {
      setDrag: (drag) => {
        shown.drag = drag;
      },
      setHidden: (hidden) => {
        shown.hidden = hidden;
      },
      setHighlight: ({ selected, hovered, others: theirs }) => {
        shown.selected = selected;
        shown.hovered = hovered;
        shown.others = theirs;
      },
      setGhosts: (ghosts) => {
        shown.ghosts = ghosts;
      },
      setCursor: (cursor) => {
        shown.cursor = cursor;
      },
    },
    messages: editorLabels.messages,
    invalidate: () => undefined,
  });
  core.onMessage((message) => messages.push(message));
  model.onChange((ids) => {
    core.picker.sync(ids);
    core.handleChange();
  });
  return { core, document, edits, presences, messages, shown, others, model };
}

/** A camera 60 units from the origin, looking down at 0.6 radians. */
export function makeCamera(): EditorCamera {
  const camera = new EditorCamera(new PerspectiveCamera(50, WIDTH / HEIGHT, 0.1, 1_000), true);
  camera.setSize(WIDTH, HEIGHT);
  camera.zoom(1.5);
  camera.apply();
  return camera;
}

/** The mouse over a point of the level. */
export function pointerAt(core: EditorCore, point: Vec3, keys: Partial<ToolPointer> = {}): ToolPointer {
  const at = core.camera.project(point);
  if (!at) throw new Error("The point is behind the camera.");
  return { ...at, isTouch: false, shift: false, alt: false, ctrl: false, ...keys };
}
