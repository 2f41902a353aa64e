// Loaded when a stored run is shown for the first time.
export { GhostRace } from "./ghost-race.ts";
export { ReplayView } from "./replay-view.ts";
