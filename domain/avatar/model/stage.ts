import { Color, DirectionalLight, HemisphereLight, type Object3D, Scene } from "three";

/** The lights on a bopi: sky, a warm key light from its left, a fill light opposite, a rim light from behind. */
export const LIGHTS = {
  sky: { color: 0xffffff, ground: 0xb9a6d8, intensity: 1.95 },
  directed: [
    { color: 0xfff4e2, intensity: 1.7, from: [2.6, 5.2, 4.4] },
    { color: 0xdfe8ff, intensity: 0.4, from: [-4.5, 2, 3] },
    { color: 0xffffff, intensity: 0.7, from: [-2, 3.5, -5] },
  ],
} as const;

/** The lights as objects, for an existing scene. */
export function stageLights(): Object3D[] {
  const { sky, directed } = LIGHTS;
  const hemisphere = new HemisphereLight(new Color(sky.color), new Color(sky.ground), sky.intensity);
  return [
    hemisphere,
    ...directed.map(({ color, intensity, from: [x, y, z] }) => {
      const light = new DirectionalLight(new Color(color), intensity);
      light.position.set(x, y, z);
      return light;
    }),
  ];
}

export function stage(...objects: Object3D[]): Scene {
  const scene = new Scene();
  scene.add(...stageLights(), ...objects);
  scene.updateMatrixWorld(true);
  return scene;
}
