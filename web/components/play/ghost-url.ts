import { playUrl } from "./play-url.ts";

/** The page that shows a recorded run, or races against it. */
export const ghostUrl = (levelId: number, runId: number, isRace = false): string =>
  `${playUrl(levelId)}?ghost=${runId}${isRace ? "&race=1" : ""}`;
