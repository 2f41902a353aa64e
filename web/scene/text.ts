/** Strings of the 3D preview. */
export const sceneText = {
  turnLeft: "Turn left",
  turnRight: "Turn right",
  noPreview: "3D isn't available here, so your bopi can't try on the new item before you create it.",
  notLoaded: "Some of this bopi's items couldn't be loaded. Try again in a moment.",
} as const;
