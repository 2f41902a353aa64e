export const builderSettingsText = {
  title: "Builder settings",
  text: "They're saved on this device. Test plays use your player settings.",
  graphics: "Graphics",
  tiers: { auto: "Auto", low: "Low", medium: "Medium", high: "High" },
  reducedMotion: "Less motion",
  reducedMotionHint: "Skies and stars stand still.",
  muted: "No sounds in tests",
} as const;
