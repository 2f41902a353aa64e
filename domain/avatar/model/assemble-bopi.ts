import {
  BufferAttribute,
  BufferGeometry,
  ClampToEdgeWrapping,
  DataTexture,
  DoubleSide,
  Group,
  LinearFilter,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PlaneGeometry,
  RepeatWrapping,
  SRGBColorSpace,
  type Wrapping,
} from "three";
import { once } from "../../once.ts";
import type { BopiColors } from "../colors.ts";
import { type BodyPiece, type BodySide, bodyMeshes, inward } from "./body.ts";
import { composeHead, composeLegs, composeShoes, composeUpper } from "./compose.ts";
import { defaultFace } from "./default-face.ts";
import { JOINTS } from "./joints.ts";
import type { MeshData } from "./mesh.ts";
import type { Pixels } from "./pixels.ts";

/** A hat or a toy: its mesh in its slot's space, and its texture. */
export interface EquippedModel {
  mesh: MeshData;
  texture: Pixels;
}

export const NOTHING_EQUIPPED = {
  hats: [] as readonly EquippedModel[],
  toy: null as EquippedModel | null,
  face: null as Pixels | null,
  shirt: null as Pixels | null,
  pants: null as Pixels | null,
  shoes: null as Pixels | null,
};
/** A bopi's equipped items, decoded. Pictures are 512 × 512. */
export type EquippedItems = typeof NOTHING_EQUIPPED;

/** A bopi as a three.js object, with its movable parts. */
export type BopiModel = ReturnType<typeof assembleBopi>;

export function assembleBopi(colors: BopiColors, equipped: EquippedItems) {
  const disposables: { dispose(): void }[] = [];
  const keep = <T extends { dispose(): void }>(resource: T): T => {
    disposables.push(resource);
    return resource;
  };
  const skin = (pixels: Pixels | null) => pixels && keep(texture(pixels, ClampToEdgeWrapping));
  const material = (color: string, map: DataTexture | null = null) =>
    keep(new MeshLambertMaterial({ vertexColors: true, ...(map ? { map } : { color: `#${color}` }) }));
  const piece = (name: BodyPiece, from: Material) => new Mesh(bodyGeometries()[name], from);

  const upper = skin(composeUpper(colors, equipped.shirt, equipped.pants));
  const legs = skin(composeLegs(colors, equipped.pants));
  const shoes = skin(composeShoes(colors, equipped.shoes));
  const face = skin(composeHead(colors, equipped.face ?? defaultFace()));

  const model = (item: EquippedModel): Mesh => equippedMesh(item, keep);
  const hats = at(new Group(), 0, JOINTS.hat, 0);
  for (const hat of equipped.hats) hats.add(model(hat));
  const head = at(new Group(), 0, JOINTS.neck, 0).add(piece("head", material(colors.head, face)), hats);
  const arm = (side: BodySide) =>
    armOf(side, [
      piece(`${side}_arm`, material(colors[`${side}_arm`], upper)),
      piece(`${side}_hand`, material(colors[`${side}_hand`])),
      piece(`${side}_thumb`, material(colors[`${side}_hand`])),
    ]);
  const arms = { left: arm("left"), right: arm("right") };
  if (equipped.toy) arms.right.rotation.x = -Math.PI / 2;
  const toy = new Group();
  if (equipped.toy) toy.add(model(equipped.toy));
  toy.position
    .set(0, JOINTS.wrist + JOINTS.grip, 0)
    .applyEuler(arms.right.rotation)
    .add(arms.right.position);
  const torso = at(piece("torso", material(colors.torso, upper)), 0, JOINTS.hem, 0);
  const body = new Group().add(torso, head, arms.left, arms.right, toy);

  const trousers = new Group();
  const footwear = new Group();
  for (const side of ["left", "right"] as const) {
    const out = -inward(side);
    const { hip, shoe: sole } = JOINTS;
    trousers.add(at(piece(`${side}_leg`, material(colors[`${side}_leg`], legs)), out * hip.x, hip.y, 0));
    const shoe = at(piece(`${side}_shoe`, material(colors[`${side}_shoe`], shoes)), out * sole.x, 0, 0);
    shoe.rotation.y = out * sole.turn;
    footwear.add(shoe);
  }
  const shadow = contactShadow();
  const object = new Group().add(body, trousers, footwear, shadow);
  /** Frees the GPU resources of this bopi. The body's meshes are shared and stay. */
  const dispose = (): void => {
    for (const resource of disposables) resource.dispose();
  };
  return { object, body, head, hats, arms, torso, legs: trousers, shoes: footwear, toy, shadow, dispose };
}

const at = <T extends Group | Mesh>(object: T, x: number, y: number, z: number): T => {
  object.position.set(x, y, z);
  return object;
};

/** An arm hangs from its shoulder, the hand from its wrist. */
function armOf(side: BodySide, [sleeve, hand, thumb]: [Mesh, Mesh, Mesh]): Group {
  const out = -inward(side);
  const { shoulder, wrist, thumb: tip } = JOINTS;
  const arm = at(new Group(), out * shoulder.x, shoulder.y, 0);
  arm.rotation.z = out * shoulder.tilt;
  at(hand, 0, wrist, 0);
  at(thumb, out * tip.x, wrist + tip.y, tip.z);
  thumb.rotation.z = out * tip.tilt;
  return arm.add(sleeve, hand, thumb);
}

function equippedMesh(
  { mesh, texture: pixels }: EquippedModel,
  keep: <T extends { dispose(): void }>(t: T) => T,
): Mesh {
  const map = keep(texture(pixels, RepeatWrapping));
  const transparent = hasAlpha(pixels);
  const material = keep(
    new MeshLambertMaterial({ map, side: DoubleSide, transparent, alphaTest: transparent ? 1 / 255 : 0 }),
  );
  return new Mesh(keep(geometryOf(mesh)), material);
}

/** Whether a picture has transparent pixels; cached. */
export function hasAlpha({ data }: Pixels): boolean {
  const known = alphaCache.get(data);
  if (known !== undefined) return known;
  let found = false;
  for (let i = 3; i < data.length && !found; i += 4) found = data[i] !== 255;
  alphaCache.set(data, found);
  return found;
}
const alphaCache = new WeakMap<object, boolean>();

/** Filters in linear light without mipmaps, so both renderers read the same pixels. */
export function texture({ data, width, height }: Pixels, wrapping: Wrapping): DataTexture {
  const result = new DataTexture(data as Uint8Array<ArrayBuffer>, width, height);
  result.colorSpace = SRGBColorSpace;
  result.wrapS = wrapping;
  result.wrapT = wrapping;
  result.magFilter = LinearFilter;
  result.minFilter = LinearFilter;
  result.generateMipmaps = false;
  result.flipY = false;
  result.needsUpdate = true;
  return result;
}

/** Converts a mesh into a three.js geometry. Its shades become gray vertex colors. */
export function geometryOf({ positions, normals, uvs, indices, shades }: MeshData): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setAttribute("normal", new BufferAttribute(normals, 3));
  geometry.setAttribute("uv", new BufferAttribute(uvs, 2));
  if (shades) {
    const colors = new Float32Array(shades.length * 3);
    for (const [i, shade] of shades.entries()) colors.fill(shade, i * 3, i * 3 + 3);
    geometry.setAttribute("color", new BufferAttribute(colors, 3));
  }
  geometry.setIndex(new BufferAttribute(indices, 1));
  return geometry;
}

const bodyGeometries = once(
  () =>
    Object.fromEntries(
      Object.entries(bodyMeshes()).map(([name, mesh]) => [name, geometryOf(mesh)]),
    ) as Record<BodyPiece, BufferGeometry>,
);

const SHADOW_SIDE = 64;

/** A soft dark spot under the bopi. */
export function contactShadow(): Mesh {
  const { geometry, material } = shadowParts();
  const shadow = at(new Mesh(geometry, material), 0, 0.005, 0.1);
  shadow.renderOrder = -1;
  return shadow;
}

const shadowParts = once(() => {
  const data = new Uint8Array(SHADOW_SIDE * SHADOW_SIDE * 4);
  for (let y = 0; y < SHADOW_SIDE; y++) {
    for (let x = 0; x < SHADOW_SIDE; x++) {
      const away = Math.hypot((x + 0.5) / SHADOW_SIDE - 0.5, (y + 0.5) / SHADOW_SIDE - 0.5) * 2;
      const near = Math.max(0, 1 - away);
      data[(y * SHADOW_SIDE + x) * 4 + 3] = Math.round(150 * near * near * (3 - 2 * near));
    }
  }
  const map = texture({ width: SHADOW_SIDE, height: SHADOW_SIDE, data }, ClampToEdgeWrapping);
  const material = new MeshBasicMaterial({ map, transparent: true, depthWrite: false });
  const geometry = new PlaneGeometry(3.1, 2.5).rotateX(-Math.PI / 2);
  return { geometry, material };
});
