/** Distances from the camera between which names are shown, in units, and where they are clear. */
const NEAREST = 2;
const NEAR_CLEAR = 3;
const FAR_CLEAR = 50;
const FARTHEST = 60;
/** A bopi is hidden this close to the camera, and clear from the second distance on. */
const NEAR_CAMERA = 1.5;
const CLEAR_OF_CAMERA = 5;
/** Around the spawn, bopis are see-through up to the first distance and clear from the second one on. */
const AT_SPAWN = 1.5;
const CLEAR_OF_SPAWN = 4.5;
const SPAWN_OPACITY = 0.3;

const ramp = (from: number, to: number, value: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));

/** The opacity of a name at a distance from the camera: 0 up to 2 units and from 60 on. */
export const nameOpacity = (distance: number): number =>
  Math.min(ramp(NEAREST, NEAR_CLEAR, distance), 1 - ramp(FAR_CLEAR, FARTHEST, distance));

/** The opacity of another player's bopi by its distances from the camera and from the spawn. */
export const bopiOpacity = (fromCamera: number, fromSpawn: number): number =>
  ramp(NEAR_CAMERA, CLEAR_OF_CAMERA, fromCamera) *
  (SPAWN_OPACITY + (1 - SPAWN_OPACITY) * ramp(AT_SPAWN, CLEAR_OF_SPAWN, fromSpawn));
