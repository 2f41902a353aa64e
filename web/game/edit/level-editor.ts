import type { PartId } from "#domain/build/ids.ts";
import type { FieldChanges, Part, PartKind } from "#domain/build/part.ts";
import type { PictureView } from "#domain/build/picture-view.ts";
import type { Block, BlockShape } from "#domain/world/block.ts";
import type { Ambience, Hazard, Vec3, World } from "#domain/world/schema.ts";
import type { Game } from "#web/game/game.ts";
import type { GameSettings } from "#web/game/game-settings.ts";
import type { Store } from "#web/lib/store.ts";
import type { PreviewLook } from "#web/scene/look.ts";
import type { EditModel } from "./edit-model.ts";

export type Tool = "select" | "place" | "move" | "rotate" | "scale" | "paint" | "pick";
/** The thing that the Place tool places. */
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

/** The look of the next block, and what painting applies. */
export interface Brush {
  color: string;
  material: NonNullable<Block["material"]>;
}

export interface EditorState {
  tool: Tool;
  placing: Placing;
  brush: Brush;
  snap: Snap;
  selection: readonly PartId[];
  /** Hidden on this page only. */
  hidden: ReadonlySet<PartId>;
  /** The point of the pointer or the keyboard's cursor on the level; null before either was used. */
  cursor: Vec3 | null;
  /** Size, move or angle while something is dragged: "4 × 2 × 6", "15°". */
  measure: string | null;
  isDragging: boolean;
  /** How pointers and keys are used, so hints name the device in hand. */
  device: "mouse" | "touch" | "keys";
  /** Blocks with a motion move as in the game. */
  isMotionShown: boolean;
  /** A test is being played; the editor waits. */
  isTesting: boolean;
  hasClipboard: boolean;
  /** The last test left a trail. */
  hasTrail: boolean;
  canvas: "ready" | "lost";
}

export type Axis = "x" | "y" | "z";

/** A level being played from the editor. `game` is the player's own, on the editor's canvas. */
export interface TestPlay {
  readonly game: Game;
  /** The document as it was when the test began. */
  readonly world: World;
  readonly isFromSpawn: boolean;
}

/** A place that a hint leads to. */
export interface Place {
  position: Vec3;
  ids?: readonly PartId[];
}

/** Edits a level in 3D: draws it, moves the camera, handles pointer and keys on the canvas, and shows handles in the overlay. */
export interface LevelEditor {
  readonly state: Store<EditorState>;
  /** Resolves when the level is drawn for the first time. */
  start(): Promise<void>;

  setTool(tool: Tool): void;
  /** Chooses what is placed, and the Place tool. */
  setPlacing(placing: Placing): void;
  setBrush(brush: Partial<Brush>): void;
  setSnap(snap: Partial<Snap>): void;
  setMotionShown(on: boolean): void;

  /** Parts of a group are selected together. Locked and hidden ones are skipped unless `isExact`. */
  select(ids: Iterable<PartId>, how?: "replace" | "add" | "toggle", isExact?: boolean): void;
  selectAll(): void;
  /** Selects the next or previous part in the order of the document, for keyboards. */
  selectNext(step: 1 | -1): void;

  /** Places what is chosen at the cursor, or in view if there is none. With any other tool it selects the part at the cursor. */
  placeAtCursor(): void;
  /** Moves the selection by grid steps as seen from the camera: right, up, away. Without one, and with the Place tool, moves the cursor. */
  nudge(right: number, up: number, away: number): void;
  /** Turns the selection around an axis by steps of the snap angle. */
  turn(axis: Axis, steps: number): void;
  /** Makes the selection larger or smaller along an axis by grid steps. */
  resize(axis: Axis, steps: number): void;
  /** Moves, turns and sizes by typed numbers: fields of all selected parts that have them. */
  setFields(fields: FieldChanges): void;
  /** Applies the brush to the selection. */
  paintSelection(): void;

  deleteSelection(): void;
  copy(): void;
  cut(): void;
  /** Pastes at the cursor. */
  paste(): void;
  /** In place. */
  duplicate(): void;
  mirror(axis: "x" | "z"): void;
  /** Adds `count` copies, each `by` further. */
  repeat(count: number, by: Vec3): void;
  group(name: string): void;
  ungroup(): void;
  hideSelection(): void;
  showAll(): void;
  /** Hides parts or shows them again, whether they are selected or not. */
  setHidden(on: boolean, ids: readonly PartId[]): void;
  /** Locks or unlocks parts; by default the selection. */
  setLocked(on: boolean, ids?: readonly PartId[]): void;
  setAmbience(ambience: Ambience): void;

  /** Moves the camera to the selection, or to the whole level. */
  focus(): void;
  lookAt(place: Place): void;
  /** By keys: radians around and above, and a factor of distance. */
  orbit(yaw: number, pitch: number): void;
  zoom(factor: number): void;

  /** Plays the level from the cursor or the spawn, without loading anything. */
  test(from: "cursor" | "spawn"): TestPlay;
  /** Back to building, with the camera as it was. The trail of the last 10 seconds stays until the next test. */
  stopTest(): void;
  /** Selects the blocks under the trail of the last test. */
  selectTrail(): void;

  /** A point on the canvas, in CSS pixels from its upper left; null behind the camera. */
  project(point: Vec3): { x: number; y: number } | null;
  /** A camera for the level's picture that looks as the editor's does now. */
  pictureView(): PictureView;
  setSettings(settings: GameSettings): void;
  /** Says a sentence after a command that did nothing, or about what was done ("3 blocks copied"). */
  onMessage(listener: (message: string) => void): () => void;
  dispose(): void;
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
