/** How much is drawn. Devices that can't keep up get a lower tier. */
export type Tier = "low" | "medium" | "high";

export interface TierSettings {
  /** The largest number of canvas pixels per CSS pixel. */
  pixelRatio: number;
  /** `map` draws real shadows, `blob` a disc under each figure. */
  shadows: "none" | "blob" | "map";
  /** Nothing further away is drawn, in units. Fog hides the end. */
  far: number;
  /** Round blocks within this distance have 20 sides, others 8. */
  roundDistance: number;
  /** Relief, reflections and highlights on blocks, and particles in the air. */
  rich: boolean;
}

export const TIERS: Record<Tier, TierSettings> = {
  low: { pixelRatio: 1, shadows: "none", far: 250, roundDistance: 0, rich: false },
  medium: { pixelRatio: 1.5, shadows: "blob", far: 450, roundDistance: 90, rich: true },
  high: { pixelRatio: 2, shadows: "map", far: 700, roundDistance: 180, rich: true },
};
