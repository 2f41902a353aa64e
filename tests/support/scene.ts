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
import { geometryOf, texture } from "#domain/avatar/model/assemble-bopi.ts";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { drawScene } from "#worker/render/raster/draw.ts";

type Point = readonly [x: number, y: number, z: number];
type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** A surface of triangles. By default, all normals face the front. */
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

/** A rectangle from the lower left corner on, with the texture repeated in both directions. */
export function quad(
  corners: readonly [Point, Point, Point, Point],
  { repeats = 1, normal = [0, 0, 1] as Point } = {},
): BufferGeometry {
  const uvs = [0, repeats, repeats, repeats, repeats, 0, 0, 0];
  return geometry(corners, [0, 1, 2, 0, 2, 3], { uvs, normal });
}

/** A rectangle facing the front. */
export const rectangle = (left: number, bottom: number, right: number, top: number, z = 0) =>
  quad(cornersAt(left, bottom, right, top, z));

/** Corners of a rectangle with its lower edge at depth `low` and its upper edge at `high`. */
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

/** A picture of one color with alpha. */
const onePixel = (color: Rgba): Pixels => ({ width: 1, height: 1, data: Uint8Array.from(color) });

/** A color that ignores light. */
export const flatColor = (...color: Rgba): Material =>
  new MeshBasicMaterial({
    map: texture(onePixel(color), RepeatWrapping),
    transparent: color[3] < 255,
  });

export const texturedMaterial = (pixels: Pixels): Material =>
  new MeshBasicMaterial({ map: texture(pixels, RepeatWrapping) });

/** White that reflects light. */
export const whiteMaterial = (bothSides = false): Material =>
  new MeshLambertMaterial({ side: bothSides ? DoubleSide : FrontSide });

export const meshOf = (shape: BufferGeometry, material: Material): Mesh => new Mesh(shape, material);

/** A light from a direction that's bright enough to show a white surface facing it as white. */
export function lightFrom(...from: Point): DirectionalLight {
  const light = new DirectionalLight(0xffffff, Math.PI);
  light.position.set(...from);
  return light;
}

/** The camera's distance from the square of -1 to 1 that fills the picture. */
export const DISTANCE = 4;

/** A camera in front of the origin (or behind it) that sees x and y from -1 to 1 at z = 0. */
export function squareCamera(behind = false): PerspectiveCamera {
  const camera = new PerspectiveCamera((Math.atan(1 / DISTANCE) * 360) / Math.PI, 1, 1, 100);
  camera.position.set(0, 0, behind ? -DISTANCE : DISTANCE);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld(true);
  return camera;
}

/** Draws objects in that square. */
export function drawTestScene(objects: readonly Object3D[], size = 16, camera = squareCamera()): Pixels {
  const scene = new Scene();
  scene.add(...objects);
  scene.updateMatrixWorld(true);
  return drawScene(scene, camera, size);
}

export const pixelAt = ({ width, data }: Pixels, x: number, y: number): number[] =>
  Array.from(data.slice((y * width + x) * 4, (y * width + x) * 4 + 4));

/** Returns the alpha of every pixel, row by row. */
export const alphas = ({ width, data }: Pixels): number[][] =>
  Array.from({ length: data.length / width / 4 }, (_, y) =>
    Array.from({ length: width }, (_, x) => data[(y * width + x) * 4 + 3] as number),
  );
