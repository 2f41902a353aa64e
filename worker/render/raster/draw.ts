import {
  type Camera,
  type DataTexture,
  DoubleSide,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type PerspectiveCamera,
  RepeatWrapping,
  type Scene,
  Vector3,
} from "three";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import {
  findSpan,
  firstSample,
  lastSample,
  makePolygon,
  type Polygon,
  signedArea,
  span,
} from "#domain/raster/polygon.ts";
import { type Lights, readLights } from "./light.ts";
import { type Surface, shadeSpan } from "./shade.ts";
import {
  cornerValues,
  INTERPOLANT_COUNT,
  INTERPOLANTS,
  makeTarget,
  resolveSamples,
  startValues,
  stepDown,
  stepRight,
  type Target,
} from "./target.ts";
import type { Texture } from "./texture.ts";
import { projectMesh, type Vertices } from "./vertices.ts";

/** Triangles whose normals differ less look the same lit per corner or per sample. */
const SMOOTH = Math.cos((12 * Math.PI) / 180);

/** Draws the triangles of a mesh that face the camera, or those facing away from it. */
function fillSide(
  target: Target,
  vertices: Vertices,
  indices: ArrayLike<number>,
  surface: Surface,
  backFaces: boolean,
): void {
  const { w } = vertices;
  for (let i = 0; i < indices.length; i += 3) {
    const a = indices[i] as number;
    const b = indices[i + 1] as number;
    const c = indices[i + 2] as number;
    // Skip triangles at the near plane: models are bounded by their slot, and the camera is well outside.
    if (w[a] === 0 || w[b] === 0 || w[c] === 0) continue;
    fillTriangle(target, vertices, a, b, c, surface, backFaces);
  }
}

const triangle = makePolygon(3);

function fillTriangle(
  target: Target,
  vertices: Vertices,
  a: number,
  b: number,
  c: number,
  surface: Surface,
  backFaces: boolean,
): void {
  setCorner(0, vertices, a);
  setCorner(1, vertices, b);
  setCorner(2, vertices, c);
  const area = signedArea(triangle);
  if (backFaces ? area >= 0 : area <= 0) return;
  const { count, x, y } = triangle;
  const left = firstSample(count, x);
  const top = firstSample(count, y);
  const bottom = lastSample(count, y, target.height);
  if (top > bottom || left > lastSample(count, x, target.width)) return;

  // Per-corner light is only valid for front faces.
  const perSample = surface.lights !== null && (backFaces || !bendsLittle(vertices.normals, a, b, c));
  readCorners(vertices, a, b, c, perSample, backFaces ? -1 : 1);
  spread(triangle, left + 0.5, top + 0.5);
  for (let row = top; row <= bottom; row++) {
    findSpan(triangle, row, target.width);
    const { from, to } = span;
    if (from <= to)
      shadeSpan(target, row * target.width + left, from - left, to - left, row - top, surface, perSample);
  }
}

function setCorner(i: number, { x, y }: Vertices, vertex: number): void {
  triangle.x[i] = x[vertex] as number;
  triangle.y[i] = y[vertex] as number;
}

function bendsLittle(normals: Float64Array, a: number, b: number, c: number): boolean {
  return near(normals, a, b) && near(normals, b, c) && near(normals, c, a);
}

const near = (normals: Float64Array, a: number, b: number) =>
  (normals[a * 3] as number) * (normals[b * 3] as number) +
    (normals[a * 3 + 1] as number) * (normals[b * 3 + 1] as number) +
    (normals[a * 3 + 2] as number) * (normals[b * 3 + 2] as number) >
  SMOOTH;

/** Computes the gradients of all interpolants over the triangle, and their values at a point. */
function spread({ x, y }: Polygon, atX: number, atY: number): void {
  const ax = x[0] as number;
  const ay = y[0] as number;
  const abx = (x[1] as number) - ax;
  const aby = (y[1] as number) - ay;
  const acx = (x[2] as number) - ax;
  const acy = (y[2] as number) - ay;
  const scale = 1 / (abx * acy - aby * acx);
  for (let i = 0; i < INTERPOLANT_COUNT; i++) {
    const value = cornerValues[i] as number;
    const ab = (cornerValues[INTERPOLANT_COUNT + i] as number) - value;
    const ac = (cornerValues[INTERPOLANT_COUNT * 2 + i] as number) - value;
    const dx = (ab * acy - ac * aby) * scale;
    const dy = (ac * abx - ab * acx) * scale;
    stepRight[i] = dx;
    stepDown[i] = dy;
    startValues[i] = value + dx * (atX - ax) + dy * (atY - ay);
  }
}

function readCorners(vertices: Vertices, a: number, b: number, c: number, perSample: boolean, side: number) {
  readCorner(0, vertices, a, perSample, side);
  readCorner(INTERPOLANT_COUNT, vertices, b, perSample, side);
  readCorner(INTERPOLANT_COUNT * 2, vertices, c, perSample, side);
}

function readCorner(to: number, vertices: Vertices, vertex: number, perSample: boolean, side: number): void {
  const { z, w, uvs, normals, lit, shades } = vertices;
  const near = w[vertex] as number;
  cornerValues[to + INTERPOLANTS.z] = z[vertex] as number;
  cornerValues[to + INTERPOLANTS.w] = near;
  // Perspective correction: texture coordinates are only linear after division by the distance.
  cornerValues[to + INTERPOLANTS.u] = uvs ? (uvs[vertex * 2] as number) * near : 0;
  cornerValues[to + INTERPOLANTS.v] = uvs ? (uvs[vertex * 2 + 1] as number) * near : 0;
  const from = perSample ? normals : lit;
  const sign = perSample ? side : 1;
  cornerValues[to + INTERPOLANTS.a] = (from[vertex * 3] as number) * sign;
  cornerValues[to + INTERPOLANTS.b] = (from[vertex * 3 + 1] as number) * sign;
  cornerValues[to + INTERPOLANTS.c] = (from[vertex * 3 + 2] as number) * sign;
  cornerValues[to + INTERPOLANTS.shade] = shades ? (shades[vertex * 3] as number) : 1;
}

/** Draws like three's WebGL renderer without a GPU: Lambert and basic materials. Deterministic. */
export function drawScene(scene: Scene, camera: PerspectiveCamera, size: number): Pixels {
  return { width: size, height: size, data: resolveSamples(drawSamples(scene, camera, size, size)) };
}

/** The same without averaging the samples, for a picture of `width` × `height`. */
export function drawSamples(scene: Scene, camera: Camera, width: number, height: number): Target {
  const target = makeTarget(width, height);
  const lights = readLights(scene);
  const meshes = visibleMeshes(scene).map((mesh) => toDrawable(mesh, camera, target, lights));
  drawMeshes(target, meshes);
  return target;
}

/** A mesh prepared for drawing. */
interface Drawable {
  vertices: Vertices;
  indices: ArrayLike<number>;
  surface: Surface;
  distance: number;
  order: number;
}

/** Solid first: front faces, nearest first, then back. Transparent: farthest first, back before front. */
function drawMeshes(target: Target, meshes: readonly Drawable[]): void {
  const solid = meshes.filter(({ surface }) => !surface.blended).sort((a, b) => a.distance - b.distance);
  const clear = meshes
    .filter(({ surface }) => surface.blended)
    .sort((a, b) => a.order - b.order || b.distance - a.distance);
  for (const mesh of solid) drawSide(target, mesh, false);
  for (const mesh of solid) drawSide(target, mesh, true);
  for (const mesh of clear) {
    drawSide(target, mesh, true);
    drawSide(target, mesh, false);
  }
}

function drawSide(target: Target, { vertices, indices, surface }: Drawable, backFaces: boolean): void {
  if (!backFaces || surface.bothSides) fillSide(target, vertices, indices, surface, backFaces);
}

function visibleMeshes(scene: Scene): Mesh[] {
  const meshes: Mesh[] = [];
  scene.traverseVisible((object) => {
    if (object instanceof Mesh) meshes.push(object);
  });
  return meshes;
}

function toDrawable(mesh: Mesh, camera: Camera, target: Target, lights: Lights): Drawable {
  const surface = surfaceOf(mesh.material as Material, lights);
  const indices = mesh.geometry.getIndex()?.array;
  if (!indices) throw new Error("a mesh needs indices");
  const position = new Vector3()
    .setFromMatrixPosition(mesh.matrixWorld)
    .applyMatrix4(camera.matrixWorldInverse);
  return {
    vertices: projectMesh(mesh, mesh.geometry, camera, target, surface.lights),
    indices,
    surface,
    distance: -position.z,
    order: mesh.renderOrder,
  };
}

function surfaceOf(material: Material, lights: Lights): Surface {
  if (!(material instanceof MeshLambertMaterial || material instanceof MeshBasicMaterial))
    throw new Error(`a ${material.type} can't be drawn`);
  return {
    red: material.color.r,
    green: material.color.g,
    blue: material.color.b,
    texture: material.map && readTexture(material.map as DataTexture),
    lights: material instanceof MeshLambertMaterial ? lights : null,
    bothSides: material.side === DoubleSide,
    blended: material.transparent,
    writesDepth: material.depthWrite,
  };
}

function readTexture({ image, wrapS }: DataTexture): Texture {
  const data = image.data as Uint8Array;
  return {
    words: new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4),
    width: image.width,
    height: image.height,
    repeats: wrapS === RepeatWrapping,
  };
}
