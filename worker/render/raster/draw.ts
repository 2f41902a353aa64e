import {
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
import { fillMesh, type Surface, type Texture } from "./fill.ts";
import { type Lights, readLights } from "./light.ts";
import { makeTarget, resolve, type Target } from "./target.ts";
import { project } from "./vertices.ts";

/**
 * Draws a three scene as three's own WebGL renderer would, without a GPU: meshes with Lambert or basic materials and
 * data textures, hemisphere and directional lights, transparent background. Pure: the same scene, the same bytes.
 */
export function drawScene(scene: Scene, camera: PerspectiveCamera, size: number): Pixels {
  const target = makeTarget(size, size);
  const lights = readLights(scene);
  for (const mesh of inDrawingOrder(scene, camera)) drawMesh(target, mesh, camera, lights);
  return { width: size, height: size, data: resolve(target) };
}

/** Solid meshes first; then see-through ones, the farthest first. */
function inDrawingOrder(scene: Scene, camera: PerspectiveCamera): Mesh[] {
  const solid: Mesh[] = [];
  const clear: { mesh: Mesh; distance: number }[] = [];
  scene.traverseVisible((object) => {
    if (!(object instanceof Mesh)) return;
    if (!(object.material as Material).transparent) solid.push(object);
    else {
      const place = new Vector3().setFromMatrixPosition(object.matrixWorld);
      clear.push({ mesh: object, distance: -place.applyMatrix4(camera.matrixWorldInverse).z });
    }
  });
  clear.sort((a, b) => a.mesh.renderOrder - b.mesh.renderOrder || b.distance - a.distance);
  return [...solid, ...clear.map(({ mesh }) => mesh)];
}

function drawMesh(target: Target, mesh: Mesh, camera: PerspectiveCamera, lights: Lights): void {
  const { geometry } = mesh;
  const vertices = project(mesh, geometry, camera, target.width, target.height);
  const indices = geometry.getIndex()?.array;
  if (!indices) throw new Error("a mesh needs indices");
  fillMesh(target, vertices, indices, surfaceOf(mesh.material as Material, lights));
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
