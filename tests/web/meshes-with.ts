import { InstancedMesh, type Object3D, Vector3 } from "three";
import type { SceneMoment } from "#web/game/world/level-scene.ts";

export const MOMENT: SceneMoment = {
  tick: 0,
  alpha: 1,
  focus: new Vector3(),
  stars: null,
  checkpoint: -1,
  crumbleAge: () => -1,
  seconds: 1 / 60,
};

/** Returns the instanced meshes with an attribute: blocks have a tint, props a state. */
export function meshesWith(root: Object3D, attribute: "tint" | "state"): InstancedMesh[] {
  const found: InstancedMesh[] = [];
  root.traverse((object) => {
    if (object instanceof InstancedMesh && object.geometry.getAttribute(attribute)) found.push(object);
  });
  return found;
}
