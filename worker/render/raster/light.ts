import {
  type Color,
  DirectionalLight,
  HemisphereLight,
  type Matrix4,
  type Object3D,
  type Scene,
  Vector3,
} from "three";

/**
 * A scene's lights as numbers, for surfaces that scatter light evenly (Lambert). Colours are linear, multiplied by
 * their intensity and divided by π as three does; directions are unit vectors towards the light.
 */
export interface Lights {
  /** Light from straight below, and what is added to it on the way up: red, green, blue. */
  ground: Float64Array;
  rise: Float64Array;
  /** x, y, z, red, green, blue of each directed light. */
  directed: Float64Array;
}

export function readLights(scene: Scene): Lights {
  const ground = new Float64Array(3);
  const rise = new Float64Array(3);
  const directed: number[] = [];
  scene.traverse((object) => {
    if (object instanceof HemisphereLight) {
      const low = rgb(object.groundColor, object.intensity);
      const high = rgb(object.color, object.intensity);
      for (let c = 0; c < 3; c++) {
        ground[c] = (ground[c] as number) + (low[c] as number);
        rise[c] = (rise[c] as number) + (high[c] as number) - (low[c] as number);
      }
    } else if (object instanceof DirectionalLight) {
      const towards = place(object).sub(place(object.target)).normalize();
      directed.push(towards.x, towards.y, towards.z, ...rgb(object.color, object.intensity));
    }
  });
  return { ground, rise, directed: Float64Array.from(directed) };
}

const rgb = ({ r, g, b }: Color, intensity: number) => [r, g, b].map((part) => (part * intensity) / Math.PI);
const place = ({ matrixWorld }: { matrixWorld: Matrix4 } & Object3D) =>
  new Vector3().setFromMatrixPosition(matrixWorld);
