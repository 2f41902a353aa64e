import { SITE } from "#domain/site.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";

const parts = (count: number) => formatCount(count, "part");
const changes = (count: number) => formatCount(count, "change");
const waits = (count: number) => (count === 1 ? "waits" : "wait");

export const builderLoadText = {
  page: "Builder",
  title: (level: string) => `Build ${level}`,
  loading: "Loading",
  connecting: "Opening your level…",
  slow: "Slow connection. Hang on, it's still coming.",
  back: "Back to the level",
  browse: "Browse levels",
  retry: "Retry",
  failedTitle: "The builder didn't load",
  failed: {
    offline: `${SITE.name} can't be reached. Check your connection, then try again.`,
    build: "Something went wrong while the level was being built. Try again.",
  },
  noWebGlTitle: "Your browser can't draw 3D here",
  noWebGl:
    "It needs WebGL 2. Update your browser or turn on graphics acceleration. You can still upload a document.",
  upload: "Upload a document",
  missingTitle: "You can't build this level",
  missing: "It was deleted, or its creator hasn't invited you. There's always room for a new one.",
  create: "Start a level",
} as const;

export const partText = {
  shapes: {
    box: "Box",
    wedge: "Wedge",
    pyramid: "Pyramid",
    cylinder: "Cylinder",
    cone: "Cone",
    sphere: "Sphere",
  },
  materials: {
    plastic: "Plastic",
    wood: "Wood",
    brick: "Brick",
    grass: "Grass",
    dirt: "Dirt",
    stone: "Stone",
    sand: "Sand",
    snow: "Snow",
    ice: "Ice",
    metal: "Metal",
    glass: "Glass",
    neon: "Neon",
    water: "Water",
    lava: "Lava",
    leaves: "Leaves",
    cloth: "Cloth",
  },
  hazards: { lava: "Lava", spikes: "Spikes", saw: "Saw", laser: "Laser", poison: "Poison" },
  kinds: {
    block: "Block",
    star: "Star",
    checkpoint: "Checkpoint",
    hazard: "Hazard",
    spawn: "Spawn",
    goal: "Goal",
    sky: "Sky",
    group: "Group",
  },
  counted: {
    block: (count: number) => formatCount(count, "block"),
    star: (count: number) => formatCount(count, "star"),
    checkpoint: (count: number) => formatCount(count, "checkpoint"),
    hazard: (count: number) => formatCount(count, "hazard"),
    spawn: () => "the spawn",
    goal: () => "the goal",
    sky: () => "the sky",
    group: (count: number) => formatCount(count, "group"),
  },
  withMaterial: (material: string, shape: string) => `${material} ${shape.toLowerCase()}`,
} as const;

export const builderText = {
  canvas: (title: string) => `${title}, the level in 3D`,
  canvasKeys:
    "Arrow keys move the selection or the cursor; Page Up and Page Down move it up and down. Enter places or selects. Period and comma go to the next and previous part. Shift with arrows turns the camera. Press the question mark for all keys.",
  back: "Back to the level",
  test: "Test play",
  publish: "Publish",
  menu: "Menu",
  editMenu: "Edit",
  people: (count: number) => `${formatCount(count, "person", "people")} building`,
  invite: "Invite buddies",
  withKey: (label: string, key: string) => `${label} (${key})`,

  saved: "Saved",
  saving: "Saving…",
  connecting: "Connecting…",
  reconnecting: (count: number) => `Reconnecting. ${changes(count)} ${waits(count)}`,
  offline: "Offline",
  offlineWaiting: (count: number) => `Offline. ${changes(count)} ${waits(count)}`,

  tools: "Tools",
  shapes: "Shapes",
  hazards: "Hazards",
  prefabs: "Prefabs",
  placing: (name: string) => `Place: ${name}`,
  placingHint: {
    mouse: "Click to place it.",
    touch: "Tap to place it.",
    keys: "Move the cursor with the arrow keys, then press Enter.",
  },
  placingLarger: "Drag for a larger one.",
  snap: "Snapping",
  snapOn: "Snap",
  grid: "Grid step",
  angle: "Angle step",
  angleOf: (degrees: number) => `${degrees}°`,
  faces: "Snap to faces",
  stepOf: (name: string, step: string) => `${name}: ${step}`,

  panel: "Panel",
  openPanel: "Open the panel",
  closePanel: "Close the panel",
  tabs: { properties: "Properties", parts: "Parts", level: "Level" },
  hintCount: (count: number) => formatCount(count, "hint"),
  levelTab: (hints: number) => `Level (${formatNumber(hints)})`,

  lostCanvas: "Waiting for your graphics card…",
} as const;

/** Names of the commands that have buttons from the start. */
export const buttonText = {
  tool_select: "Select",
  tool_place: "Place",
  tool_move: "Move",
  tool_rotate: "Rotate",
  tool_scale: "Scale",
  tool_paint: "Paint",
  tool_pick: "Pick a look",
  place_star: "Star",
  place_checkpoint: "Checkpoint",
  place_hazard: "Hazard",
  place_spawn: "Spawn",
  place_goal: "Goal",
  undo: "Undo",
  redo: "Redo",
} as const;

export const brushText = {
  noneHint: "Select something to change it, or set how the next block looks.",
  brush: "Next block",
  mixed: "–",
  customColor: "Any color",
  palette: "Colors",
  recent: "Recent colors",
  colorOf: (hex: string) => `Color #${hex}`,
  material: "Material",
} as const;

/** Sentences for screen readers, and messages about what was done. */
export const builderNoticeText = {
  selected: (what: string) => `${what} selected`,
  deselected: "Nothing selected",
  placed: (what: string) => `${what} placed`,
  tool: (name: string) => `${name} tool`,
  undone: "Undone",
  redone: "Redone",
  skipped: (username: string, count: number) =>
    `${parts(count)} ${count === 1 ? "was" : "were"} changed by ${username} since and stayed as ${count === 1 ? "it is" : "they are"}.`,
  cleared: (username: string, time: string) => `${username} cleared the level in ${time}.`,
  published: (username: string, revision: number) =>
    `${username} published revision ${formatNumber(revision)}.`,
  joined: (username: string) => `${username} is building with you.`,
  left: (username: string) => `${username} left.`,
  nothingSelected: "Select something first.",
  groupName: "Group",
} as const;
