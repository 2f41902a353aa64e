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
import { fillSide } from "./fill.ts";
import { type Lights, readLights } from "./light.ts";
import type { Surface } from "./shade.ts";
import { makeTarget, resolveSamples, type Target } from "./target.ts";
import type { Texture } from "./texture.ts";
import { projectMesh, type Vertices } from "./vertices.ts";

/**
 * Draws a three.js scene like three's WebGL renderer, but without a GPU: meshes with Lambert or basic materials and data
 * textures, hemisphere and directional lights, transparent background. Deterministic.
 */
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

/**
 * Draws solid meshes first: front faces, nearest first, then back faces, so hidden samples only cost a depth test. Then
 * transparent ones, farthest first, each with its back faces before its front faces, like three.
 */
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
