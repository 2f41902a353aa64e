import { BufferGeometry, DoubleSide, Float32BufferAttribute, Mesh, ShaderMaterial } from "three";
import type { Vec3 } from "#domain/world/schema.ts";

const SIDES = 40;
/** Sizes in shares of the distance from the camera, so they are the same anywhere on the screen. */
const RADIUS = 0.018;
const WIDTH = 0.0022;

/** A ring and a cross around the point that is being edited, with a line down to the ground. */
export class OverlayCursor {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #drop = { value: 0 };

  constructor() {
    this.mesh = new Mesh(createCursorGeometry(), createCursorMaterial({ drop: this.#drop }));
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 30;
    this.mesh.visible = false;
  }

  /** Shows the cursor at a point, with a line down to the height `ground`. */
  set(point: Vec3 | null, ground: number): void {
    this.mesh.visible = point !== null;
    if (!point) return;
    this.mesh.position.set(...point);
    this.#drop.value = Math.max(0, point[1] - ground);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

/** `position` is in units of the radius, `side` in units of the line's width. Corners of the line's lower end have `low` 1. */
function createCursorGeometry(): BufferGeometry {
  const positions: number[] = [];
  const sides: number[] = [];
  const lows: number[] = [];
  const corner = (position: readonly number[], side: readonly number[], low = 0) => {
    positions.push(...position);
    sides.push(...side);
    lows.push(low);
  };
  const quad = (corners: readonly (readonly [readonly number[], readonly number[], number?])[]) => {
    for (const i of [0, 1, 2, 0, 2, 3]) corner(...(corners[i] as (typeof corners)[number]));
  };
  const around = (i: number): [number, number, number] => {
    const angle = (i / SIDES) * Math.PI * 2;
    return [Math.cos(angle), 0, Math.sin(angle)];
  };
  for (let i = 0; i < SIDES; i++) {
    const [a, b] = [around(i), around(i + 1)];
    const [inA, inB] = [a, b].map((one) => one.map((at) => -at)) as [number[], number[]];
    quad([
      [a, a],
      [b, b],
      [b, inB],
      [a, inA],
    ]);
  }
  const at = [0, 0, 0];
  for (const [along, across] of [
    [
      [1, 0, 0],
      [0, 0, 1],
    ],
    [
      [0, 0, 1],
      [1, 0, 0],
    ],
  ] as const) {
    const ends = [along.map((one) => one * -0.55), along.map((one) => one * 0.55)] as [number[], number[]];
    const back = across.map((one) => -one);
    quad([
      [ends[0], across],
      [ends[1], across],
      [ends[1], back],
      [ends[0], back],
    ]);
    // The line down is two thin planes that cross.
    quad([
      [at, along],
      [at, along.map((one) => -one)],
      [at, along.map((one) => -one), 1],
      [at, along, 1],
    ]);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("side", new Float32BufferAttribute(sides, 3));
  geometry.setAttribute("low", new Float32BufferAttribute(lows, 1));
  return geometry;
}

function createCursorMaterial(uniforms: { drop: { value: number } }): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: -4,
    polygonOffsetUnits: -4,
    uniforms,
    vertexShader: /* glsl */ `
attribute vec3 side;
attribute float low;
uniform float drop;
varying float vLow;
void main() {
	vec4 origin = modelViewMatrix * vec4( 0.0, 0.0, 0.0, 1.0 );
	float away = max( 1.0, - origin.z );
	vec3 at = position * away * ${RADIUS} + side * away * ${WIDTH};
	at.y -= low * drop;
	vLow = low;
	gl_Position = projectionMatrix * modelViewMatrix * vec4( at, 1.0 );
}`,
    fragmentShader: /* glsl */ `
varying float vLow;
void main() {
	gl_FragColor = vec4( 1.0, 0.57, 0.02, 0.95 - 0.6 * vLow );
}`,
  });
}
