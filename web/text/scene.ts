/** Words of the 3D preview. */
export const sceneText = {
  turnLeft: "Turn left",
  turnRight: "Turn right",
  notLoaded: "Some of what this bopi wears could not be loaded. Try again in a moment.",
} as const;
