import { Color, DirectionalLight, HemisphereLight, Vector3 } from "three";
import type { SceneMood } from "./scene-mood.ts";

/** The light of a scene. On the highest tier its shadows follow the focus. */
export interface SunLight {
  readonly objects: readonly (DirectionalLight | HemisphereLight | DirectionalLight["target"])[];
  setShadows: (isOn: boolean) => void;
  setFocus: (focus: Vector3) => void;
  dispose: () => void;
}

/** Half the width of the area with shadows, in units. */
const REACH = 64;
const MAP_SIDE = 1_024;
const DISTANCE = 160;

export function createSunLight(mood: SceneMood): SunLight {
  // Lambert materials divide light by π.
  const sky = new HemisphereLight(new Color(...mood.skyLight), new Color(...mood.groundLight), Math.PI);
  const sun = new DirectionalLight(new Color(...mood.sun), Math.PI);
  const direction = new Vector3(...mood.sunDirection).normalize();
  sun.shadow.mapSize.set(MAP_SIDE, MAP_SIDE);
  sun.shadow.bias = -0.0006;
  sun.shadow.normalBias = 0.12;
  sun.shadow.radius = 2;
  const { camera } = sun.shadow;
  camera.left = camera.bottom = -REACH;
  camera.right = camera.top = REACH;
  camera.near = 1;
  camera.far = DISTANCE * 2;
  sun.position.copy(direction).multiplyScalar(DISTANCE);

  const side = new Vector3().crossVectors(new Vector3(0, 1, 0), direction).normalize();
  const top = new Vector3().crossVectors(direction, side);
  const texel = (REACH * 2) / MAP_SIDE;
  const snap = (value: number) => Math.round(value / texel) * texel;
  const center = new Vector3();
  return {
    objects: [sky, sun, sun.target],
    setShadows: (isOn) => {
      sun.castShadow = isOn;
    },
    setFocus: (focus) => {
      // Whole texels, so shadows don't shimmer while the focus moves.
      center.set(0, 0, 0).addScaledVector(side, snap(focus.dot(side)));
      center.addScaledVector(top, snap(focus.dot(top)));
      center.addScaledVector(direction, snap(focus.dot(direction)));
      sun.target.position.copy(center);
      sun.position.copy(center).addScaledVector(direction, DISTANCE);
    },
    dispose: () => {
      sun.dispose();
      sky.dispose();
    },
  };
}
