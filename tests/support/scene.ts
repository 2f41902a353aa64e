import {
  type BufferGeometry,
  DirectionalLight,
  DoubleSide,
  FrontSide,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
  PerspectiveCamera,
  RepeatWrapping,
  Scene,
} from "three";
import { geometryOf, texture } from "#domain/avatar/model/assemble.ts";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { drawScene } from "#worker/render/raster/draw.ts";

type Point = readonly [x: number, y: number, z: number];
type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** A surface of triangles, all of its normals to the front unless told otherwise. */
export function geometry(
  points: readonly Point[],
  indices: readonly number[],
  { uvs = points.flatMap(() => [0, 0]), normal = [0, 0, 1] as Point } = {},
): BufferGeometry {
  return geometryOf({
    positions: Float32Array.from(points.flat()),
    normals: Float32Array.from(points.flatMap(() => [...normal])),
    uvs: Float32Array.from(uvs),
    indices: Uint16Array.from(indices),
  });
}

export const triangle = (...points: [Point, Point, Point]) => geometry(points, [0, 1, 2]);

/** Four corners from the lower left on, the texture upright on them, so many times each way. */
export function quad(
  corners: readonly [Point, Point, Point, Point],
  { repeats = 1, normal = [0, 0, 1] as Point } = {},
): BufferGeometry {
  const uvs = [0, repeats, repeats, repeats, repeats, 0, 0, 0];
  return geometry(corners, [0, 1, 2, 0, 2, 3], { uvs, normal });
}

/** A rectangle that faces the front. */
export const rectangle = (left: number, bottom: number, right: number, top: number, z = 0) =>
  quad(cornersAt(left, bottom, right, top, z));

/** Corners of a rectangle whose lower edge is at depth `low` and whose upper one is at `high`. */
export const cornersAt = (
  left: number,
  bottom: number,
  right: number,
  top: number,
  low: number,
  high = low,
): [Point, Point, Point, Point] => [
  [left, bottom, low],
  [right, bottom, low],
  [right, top, high],
  [left, top, high],
];

/** A picture of one colour, see-through where it says so. */
const onePixel = (color: Rgba): Pixels => ({ width: 1, height: 1, data: Uint8Array.from(color) });

/** A colour that no light changes. */
export const flat = (...color: Rgba): Material =>
  new MeshBasicMaterial({
    map: texture(onePixel(color), RepeatWrapping),
    transparent: color[3] < 255,
  });

export const painted = (pixels: Pixels): Material =>
  new MeshBasicMaterial({ map: texture(pixels, RepeatWrapping) });

/** White that shows the light upon it. */
export const chalk = (bothSides = false): Material =>
  new MeshLambertMaterial({ side: bothSides ? DoubleSide : FrontSide });

export const meshOf = (shape: BufferGeometry, material: Material): Mesh => new Mesh(shape, material);

/** A light from a direction that makes a white surface which faces it white. */
export function lightFrom(...from: Point): DirectionalLight {
  const light = new DirectionalLight(0xffffff, Math.PI);
  light.position.set(...from);
  return light;
}

/** How far the camera stands from the square of -1 to 1 that fills the picture. */
export const DISTANCE = 4;

/** A camera before the origin (or behind it) that sees x and y from -1 to 1 where z is 0. */
export function squareCamera(behind = false): PerspectiveCamera {
  const camera = new PerspectiveCamera((Math.atan(1 / DISTANCE) * 360) / Math.PI, 1, 1, 100);
  camera.position.set(0, 0, behind ? -DISTANCE : DISTANCE);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld(true);
  return camera;
}

/** The picture of some things in that square. */
export function draw(things: readonly Object3D[], size = 16, camera = squareCamera()): Pixels {
  const scene = new Scene();
  scene.add(...things);
  scene.updateMatrixWorld(true);
  return drawScene(scene, camera, size);
}

export const pixelAt = ({ width, data }: Pixels, x: number, y: number): number[] =>
  Array.from(data.slice((y * width + x) * 4, (y * width + x) * 4 + 4));

/** The alpha of every pixel, row by row. */
export const alphas = ({ width, data }: Pixels): number[][] =>
  Array.from({ length: data.length / width / 4 }, (_, y) =>
    Array.from({ length: width }, (_, x) => data[(y * width + x) * 4 + 3] as number),
  );
