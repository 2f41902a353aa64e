import type { ShotKind } from "#domain/world/director/shot-kind.ts";
import { formatCount } from "#web/lib/format.ts";

export const builderPublishText = {
  title: "Publish your level",
  steps: { check: "Check", picture: "Picture", details: "Details" },
  stepsLabel: "Steps",
  back: "Back",
  next: "Next",
  publish: "Publish",
  close: "Keep building",

  editorTitle: "Only the creator can publish",
  editor: (creator: string) => `This level belongs to ${creator}. Let them know when it's ready.`,
  takenDown: "Our team made this level private. Only they can publish it again.",

  visibility: "Who can see it",
  visibilities: { public: "Everyone", private: "Only me" },
  waiting: "Your last changes are being saved…",
  problems: (count: number) => `${formatCount(count, "problem")} to fix first`,
  isPublished: "This is what's published already. You can still change its picture and details.",
  needsClear: "Prove it can be cleared",
  needsClearText:
    "Play it from the start and collect every star, then reach the goal. Your run is checked before others can play.",
  prove: "Play it to prove it can be cleared",
  again: "Play it again",
  checking: "Your run is being checked…",
  refused: (reason: string) => `Your last run couldn't be confirmed. ${reason}`,
  cleared: "Cleared! It's ready for everyone.",
  noClear: "It has no stars and no goal, so nothing needs to be cleared.",
  privateText: "Only you and the people you build with can see it. Nothing needs to be cleared.",

  pictureText:
    "Drag to turn it. Use the wheel, two fingers or the buttons to zoom. Your bopi joins the picture once it's published.",
  pictureLabel: "The level's picture. Arrow keys turn it, plus and minus zoom.",
  drawing: "Drawing…",
  notDrawn: "The picture couldn't be drawn here. You can publish all the same.",
  useView: "Use the current view",
  shots: "What it shows",
  auto: "Choose for me",
  shotNames: {
    hero: "What's special",
    spawn: "From the start",
    whole: "The whole level",
  } satisfies Record<ShotKind, string>,
  turnLeft: "Turn left",
  turnRight: "Turn right",
  tiltUp: "Look from higher up",
  tiltDown: "Look from lower down",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",

  titleField: "Title",
  description: "Description",
  category: "Category",
  comments: "Allow comments",
  published: (title: string) => `“${title}” is published!`,
  savedPrivate: (title: string) => `“${title}” is saved as private.`,
  warnings: (count: number) => `${formatCount(count, "hint")} for next time`,
} as const;
