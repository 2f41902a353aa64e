import { HAZARD_KINDS } from "#domain/world/effects.ts";
import { MATERIALS, SHAPES } from "#domain/world/materials.ts";
import type { LevelEditor } from "#web/game/edit/create-level-editor.ts";
import { type Axis, GRID_STEPS, type Tool } from "#web/game/edit/editor-state.ts";
import type { BuilderModal } from "./builder-context.ts";
import type { Command } from "./commands.ts";
import type { BuildSession } from "./model/build-session.ts";
import { selectionName } from "./part-names.ts";
import { builderNoticeText } from "./text/builder.ts";

type KeyStep =
  | { kind: "nudge"; by: readonly [right: number, up: number, away: number] }
  | { kind: "turn" | "resize"; axis: Axis; steps: 1 | -1 };

export const STEPS = ["right", "left", "away", "near", "up", "down"] as const;
type StepName = (typeof STEPS)[number];

const NUDGES: Record<StepName, readonly [number, number, number]> = {
  right: [1, 0, 0],
  left: [-1, 0, 0],
  away: [0, 0, 1],
  near: [0, 0, -1],
  up: [0, 1, 0],
  down: [0, -1, 0],
};
/** Left and right turn around the upright axis, like the hands of a clock seen from above. */
const TURNS: Record<StepName, readonly [Axis, 1 | -1]> = {
  right: ["y", 1],
  left: ["y", -1],
  away: ["x", -1],
  near: ["x", 1],
  up: ["z", 1],
  down: ["z", -1],
};
const SIZES: Record<StepName, readonly [Axis, 1 | -1]> = {
  right: ["x", 1],
  left: ["x", -1],
  away: ["z", 1],
  near: ["z", -1],
  up: ["y", 1],
  down: ["y", -1],
};

/** An arrow key moves the selection, or turns or resizes it with those tools. Without a selection it moves the cursor. */
export function keyStep(tool: Tool, hasSelection: boolean, step: StepName): KeyStep {
  if (hasSelection && tool === "rotate") {
    const [axis, steps] = TURNS[step];
    return { kind: "turn", axis, steps };
  }
  if (hasSelection && tool === "scale") {
    const [axis, steps] = SIZES[step];
    return { kind: "resize", axis, steps };
  }
  return { kind: "nudge", by: NUDGES[step] };
}

function makeStep(editor: LevelEditor, step: StepName): void {
  const { tool, selection } = editor.state.get();
  const found = keyStep(tool, selection.length > 0, step);
  if (found.kind === "nudge") editor.nudge(...found.by);
  else if (found.kind === "turn") editor.commands.turn(found.axis, found.steps);
  else editor.commands.resize(found.axis, found.steps);
}

export interface CommandTarget {
  editor: LevelEditor;
  session: BuildSession;
  openModal: (modal: BuilderModal) => void;
  /** Opens the list of parts, with the focus in its search. */
  find: () => void;
  chooseEffect: () => void;
  toggleTest: () => void;
  notify: (message: string) => void;
}

/** Radians and factor of one key press. */
const ORBIT_STEP = Math.PI / 18;
const TILT_STEP = Math.PI / 36;
const ZOOM_STEP = 1.2;

export function executeCommand(command: Command, target: CommandTarget): void {
  if (command.startsWith("tool_")) runTool(command, target.editor);
  else if (/^(shape|place)_/.test(command)) runPlacing(command, target.editor);
  else if (command.startsWith("step_")) makeStep(target.editor, command.slice(5) as StepName);
  else (EDITING[command] ?? VIEWING[command])?.(target);
}

function runTool(command: Command, editor: LevelEditor): void {
  const tool = command.slice(5) as "select" | "place" | "move" | "rotate" | "scale" | "paint" | "pick";
  const { placing } = editor.state.get();
  // The Place tool has a button of its own for blocks; everything else is placed by theirs.
  if (tool === "place" && placing.kind !== "block") editor.setPlacing({ kind: "block", shape: "box" });
  else editor.setTool(tool);
}

function runPlacing(command: Command, editor: LevelEditor): void {
  const name = command.slice(6);
  const shape = SHAPES.find((one) => one === name);
  if (shape) editor.setPlacing({ kind: "block", shape });
  else if (name === "hazard") {
    const { placing } = editor.state.get();
    editor.setPlacing({
      kind: "hazard",
      hazard: placing.kind === "hazard" ? placing.hazard : HAZARD_KINDS[0],
    });
  } else editor.setPlacing({ kind: name as "star" | "checkpoint" | "spawn" | "goal" });
}

type Handlers = Partial<Record<Command, (target: CommandTarget) => void>>;

const hasSelection = ({ editor }: CommandTarget): boolean => editor.state.get().selection.length > 0;

function stepGrid(editor: LevelEditor, by: 1 | -1): void {
  const { snap } = editor.state.get();
  const grid = GRID_STEPS[GRID_STEPS.indexOf(snap.grid) + by];
  if (grid !== undefined) editor.setSnap({ grid });
}

const EDITING: Handlers = {
  grid_finer: ({ editor }) => stepGrid(editor, -1),
  grid_coarser: ({ editor }) => stepGrid(editor, 1),
  undo: ({ session, notify }) => {
    if (!session.state.get().canUndo) return;
    session.model.undo();
    notify(builderNoticeText.undone);
  },
  redo: ({ session, notify }) => {
    if (!session.state.get().canRedo) return;
    session.model.redo();
    notify(builderNoticeText.redone);
  },
  copy: ({ editor }) => editor.commands.copy(),
  cut: ({ editor }) => editor.commands.cut(),
  paste: ({ editor }) => editor.paste(),
  duplicate: ({ editor }) => editor.commands.duplicate(),
  delete: ({ editor }) => editor.commands.delete(),
  mirror_x: ({ editor }) => editor.commands.mirror("x"),
  mirror_z: ({ editor }) => editor.commands.mirror("z"),
  array: (target) =>
    hasSelection(target) ? target.openModal("array") : target.notify(builderNoticeText.nothingSelected),
  group: ({ editor }) => editor.commands.group(builderNoticeText.groupName),
  ungroup: ({ editor }) => editor.commands.ungroup(),
  hide: ({ editor }) => editor.commands.hide(),
  show_all: ({ editor }) => editor.commands.showAll(),
  lock: ({ editor, session }) => {
    const parts = editor.state.get().selection.map((id) => session.model.document.get(id));
    editor.commands.setLocked(parts.some((part) => part && !("locked" in part && part.locked)));
  },
  effect: (target) =>
    hasSelection(target) ? target.chooseEffect() : target.notify(builderNoticeText.nothingSelected),
  apply: ({ editor, session, notify }) => {
    const { tool, selection } = editor.state.get();
    if (tool === "paint" && selection.length > 0) editor.commands.paint();
    else if (tool === "pick" && selection.length > 0) pickLook(editor, session);
    else {
      editor.placeAtCursor();
      const placed = editor.state.get().selection;
      if (tool === "place" && placed !== selection && placed.length > 0)
        notify(builderNoticeText.placed(selectionName(placed, (id) => session.model.document.get(id))));
    }
  },
};

/** Takes the look of the first selected block for the next one. */
function pickLook(editor: LevelEditor, session: BuildSession): void {
  const blocks = editor.state.get().selection.map((id) => session.model.document.get(id));
  const block = blocks.find((part) => part?.kind === "block");
  if (block?.kind === "block")
    editor.setBrush({ color: block.color, material: block.material ?? MATERIALS[0] });
}

const VIEWING: Handlers = {
  select_all: ({ editor }) => editor.selectAll(),
  next_part: ({ editor }) => editor.selectNext(1),
  previous_part: ({ editor }) => editor.selectNext(-1),
  find: ({ find }) => find(),
  cancel: ({ editor }) => {
    if (editor.state.get().tool === "select") editor.select([]);
    else editor.setTool("select");
  },
  focus: ({ editor }) => editor.focus(),
  orbit_left: ({ editor }) => editor.orbit(-ORBIT_STEP, 0),
  orbit_right: ({ editor }) => editor.orbit(ORBIT_STEP, 0),
  orbit_up: ({ editor }) => editor.orbit(0, TILT_STEP),
  orbit_down: ({ editor }) => editor.orbit(0, -TILT_STEP),
  zoom_in: ({ editor }) => editor.zoom(1 / ZOOM_STEP),
  zoom_out: ({ editor }) => editor.zoom(ZOOM_STEP),
  test: ({ toggleTest }) => toggleTest(),
  publish: ({ openModal }) => openModal("publish"),
  shortcuts: ({ openModal }) => openModal("shortcuts"),
};
