/** Strings of the 3D preview. */
export const sceneText = {
  turnLeft: "Turn left",
  turnRight: "Turn right",
  notLoaded: "Some of this bopi's items couldn't be loaded. Try again in a moment.",
} as const;
