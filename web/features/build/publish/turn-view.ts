import type { PictureView } from "#domain/build/picture-view.ts";

/** The angles and heights that a picture can have. */
const PITCH = { min: 5, max: 85 };
const HEIGHT = { min: 4, max: 4_096 };

const within = (value: number, { min, max }: { min: number; max: number }): number =>
  Math.min(max, Math.max(min, value));
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Turns a view by degrees, around the level and downwards. */
export function turnView(view: PictureView, yaw: number, pitch: number): PictureView {
  // From −180 to 180, so it can be turned on and on.
  const turned = ((((view.yaw + yaw + 180) % 360) + 360) % 360) - 180;
  return { ...view, yaw: rounded(turned), pitch: rounded(within(view.pitch + pitch, PITCH)) };
}

/** Makes what is seen larger or smaller. */
export const zoomView = (view: PictureView, factor: number): PictureView => ({
  ...view,
  height: rounded(within(view.height * factor, HEIGHT)),
});
