import type { BuildDocument } from "#domain/build/document.ts";
import type { Edit } from "#domain/build/edit.ts";
import type { PartId } from "#domain/build/ids.ts";
import type { Builder, Presence } from "#domain/build/messages.ts";
import type { Part, PartKind } from "#domain/build/part.ts";
import type { Block, BlockShape } from "#domain/world/block.ts";
import type { Hazard, Vec3, World } from "#domain/world/schema.ts";
import type { Game } from "#web/game/game.ts";
import type { GameSettings } from "#web/game/game-settings.ts";
import type { Store } from "#web/lib/store.ts";
import type { PreviewLook } from "#web/scene/look.ts";

export interface OtherBuilder extends Builder {
  presence: Presence;
}

/** The level that an editor shows and changes. */
export interface EditModel {
  /** The level as this page sees it, with its own unconfirmed changes. Only the model changes it; it is always the same object. */
  readonly document: BuildDocument;
  /** An id for a new part. Each call returns another one. */
  newId(): PartId;
  /** Makes an edit that is undone as one step. Returns null, or a sentence why nothing has changed. */
  change(edit: Edit): string | null;
  undo(): void;
  redo(): void;
  /** Calls back after each change with the ids that may have changed, or null if all may have. */
  onChange(listener: (ids: ReadonlySet<PartId> | null) => void): () => void;
  readonly others: Store<readonly OtherBuilder[]>;
  /** Shows others where this page is at work. Can be called at any rate. */
  showPresence(presence: Presence): void;
}

export type Tool = "select" | "place" | "move" | "rotate" | "scale" | "paint" | "pick";
export type Placing =
  | { kind: "block"; shape: BlockShape }
  | { kind: "star" | "checkpoint" | "spawn" | "goal" }
  | { kind: "hazard"; hazard: Hazard["kind"] }
  | { kind: "parts"; parts: readonly Part[]; name: string };

/** The grid's steps in units, the angles in degrees, and what else things snap to. */
export const GRID_STEPS = [0.25, 0.5, 1, 2, 4] as const;
export const ANGLE_STEPS = [5, 15, 45, 90] as const;
export interface Snap {
  isOn: boolean;
  grid: (typeof GRID_STEPS)[number];
  angle: (typeof ANGLE_STEPS)[number];
  /** Faces and corners of other blocks near the pointer win over the grid. */
  toFaces: boolean;
}

export interface Brush {
  color: string;
  material: NonNullable<Block["material"]>;
}

/** The state of an editor at first. */
export const EDITOR_START = {
  tool: "select" as Tool,
  placing: { kind: "block", shape: "box" } as Placing,
  brush: { color: "f99205", material: "plastic" } as Brush,
  snap: { isOn: true, grid: 1, angle: 15, toFaces: true } as Snap,
  selection: [] as readonly PartId[],
  /** Hidden on this page only. */
  hidden: new Set() as ReadonlySet<PartId>,
  /** The point of the pointer or the keyboard's cursor on the level; null before either was used. */
  cursor: null as Vec3 | null,
  /** Size, move or angle while something is dragged: "4 × 2 × 6", "15°". */
  measure: null as string | null,
  isDragging: false,
  /** How pointers and keys are used, so hints name the device in hand. */
  device: "mouse" as "mouse" | "touch" | "keys",
  /** Blocks with a motion move as in the game. */
  isMotionShown: false,
  isTesting: false,
  hasClipboard: false,
  hasTrail: false,
  canvas: "ready" as "ready" | "lost",
};
export type EditorState = typeof EDITOR_START;

export type Axis = "x" | "y" | "z";

export interface TestPlay {
  readonly game: Game;
  /** The document as it was when the test began. */
  readonly world: World;
  readonly isFromSpawn: boolean;
}

export interface Place {
  position: Vec3;
  ids?: readonly PartId[];
}

export interface EditorOptions {
  canvas: HTMLCanvasElement;
  /** Covers the canvas with `pointer-events: none`. Handles, cursors of others and touch controls appear in it. */
  overlay: HTMLElement;
  model: EditModel;
  settings: GameSettings;
  look: PreviewLook;
  labels: EditorLabels;
}

export type HandleKind = "move" | "plane" | "rotate" | "scale" | "motion" | "size";

/** Strings of the editor; `editorLabels` in web/features/build/text/editor-labels.ts has them. */
export interface EditorLabels {
  /** Names of handles for screen readers: "Move along X" and so on. A plane has the axis that stays. `side` is an end of a scale. */
  handle: (kind: HandleKind, axis: Axis, side?: 1 | -1) => string;
  jump: string;
  messages: EditorMessages;
}

/** Sentences for `LevelEditor.onMessage`. `parts` counts things by kind: "3 blocks", "the goal". */
export interface EditorMessages {
  parts: (counts: Partial<Record<PartKind, number>>) => string;
  copied: (parts: string) => string;
  cut: (parts: string) => string;
  pasted: (parts: string) => string;
  deleted: (parts: string) => string;
  duplicated: (parts: string) => string;
  colored: (parts: string) => string;
  locked: (parts: string) => string;
  unlocked: (parts: string) => string;
  hidden: (parts: string) => string;
  shown: (parts: string) => string;
  grouped: (name: string) => string;
  ungrouped: string;
  selected: (parts: string) => string;
  picked: string;
  nothingSelected: string;
  nothingCopied: string;
  nothingHidden: string;
  nothingThere: string;
  nothingToPaint: string;
  noGroup: string;
  noTrail: string;
  nothingUnderTrail: string;
  cantDelete: string;
  cantCopy: string;
  cantRotate: string;
  cantResize: string;
  atLimit: string;
}
