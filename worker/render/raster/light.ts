import {
  type Color,
  DirectionalLight,
  HemisphereLight,
  type Matrix4,
  type Object3D,
  type Scene,
  Vector3,
} from "three";

/** Lights for Lambert surfaces: linear colors times intensity over π; directions towards the light. */
export interface Lights {
  /** Light from straight below, and the light added towards the top: red, green, blue. */
  ground: Float64Array;
  rise: Float64Array;
  /** x, y, z, red, green, blue of each directional light. */
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

/** The result of the last `lightAt`: red, green, blue. */
export const reflectedLight = new Float64Array(3);

/** Light reflected by a white surface with this normal, times `shade`, into `reflectedLight`. */
export function lightAt({ ground, rise, directed }: Lights, x: number, y: number, z: number, shade: number) {
  const unit = 1 / Math.sqrt(x * x + y * y + z * z);
  const upward = (y * unit + 1) / 2;
  let red = (ground[0] as number) + (rise[0] as number) * upward;
  let green = (ground[1] as number) + (rise[1] as number) * upward;
  let blue = (ground[2] as number) + (rise[2] as number) * upward;
  for (let l = 0; l < directed.length; l += 6) {
    const facing =
      (x * (directed[l] as number) + y * (directed[l + 1] as number) + z * (directed[l + 2] as number)) *
      unit;
    if (facing <= 0) continue;
    red += (directed[l + 3] as number) * facing;
    green += (directed[l + 4] as number) * facing;
    blue += (directed[l + 5] as number) * facing;
  }
  reflectedLight[0] = red * shade;
  reflectedLight[1] = green * shade;
  reflectedLight[2] = blue * shade;
}

/** The light at every vertex: 3 numbers each, all 1 without lights. */
export function lightVertices(
  lights: Lights | null,
  normals: Float64Array,
  shades: Float32Array | null,
): Float64Array {
  const all = new Float64Array(normals.length);
  if (!lights) return all.fill(1);
  for (let at = 0, vertex = 0; at < all.length; at += 3, vertex++) {
    lightAt(
      lights,
      normals[at] as number,
      normals[at + 1] as number,
      normals[at + 2] as number,
      shades ? (shades[vertex * 3] as number) : 1,
    );
    all[at] = reflectedLight[0] as number;
    all[at + 1] = reflectedLight[1] as number;
    all[at + 2] = reflectedLight[2] as number;
  }
  return all;
}
