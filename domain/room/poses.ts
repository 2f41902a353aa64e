import type { Motion } from "./motion.ts";

export const POSES = [
  "idle",
  "walk",
  "run",
  "jump",
  "fall",
  "swim",
  "cheer",
  "sleep",
  "dead",
  "watching",
] as const satisfies readonly (Motion | "watching")[];
/** `sleep` is a player whose inputs don't arrive. `watching` isn't drawn. */
export type Pose = (typeof POSES)[number];

export const poseNumber = (pose: Pose): number => POSES.indexOf(pose);
/** Unknown poses of newer rooms stand. */
export const poseOf = (number: number): Pose => POSES[number] ?? "idle";
