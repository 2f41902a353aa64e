/** Strings of the switch for celebration sounds. */
export const soundsText = {
  label: "Celebration sounds",
  hint: "Short sounds for coins, badges and new levels, on this device.",
} as const;
