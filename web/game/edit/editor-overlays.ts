import {
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  Mesh,
  Object3D,
  ShaderMaterial,
  Vector3,
} from "three";
import type { Vec3 } from "#domain/world/schema.ts";
import { NEAR_SIDES } from "#web/game/world/block-geometry.ts";
import { withTint } from "#web/game/world/block-instances.ts";
import type { Shapes } from "#web/game/world/static-blocks.ts";
import { OverlayGhosts } from "./overlay-ghosts.ts";
import { type EditGrid, OverlayGrid } from "./overlay-grid.ts";
import { OverlayHighlight } from "./overlay-highlight.ts";

const SIDES = 40;
/** Sizes in shares of the distance from the camera, so they are the same anywhere on the screen. */
const RADIUS = 0.018;
const LINE_WIDTH = 0.0022;

/** A ring and a cross around the point that is being edited, with a line down to the ground. */
class OverlayCursor {
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
  const quad = (...corners: [position: readonly number[], side: readonly number[], low?: number][]) => {
    for (const i of [0, 1, 2, 0, 2, 3]) {
      const [position, side, low = 0] = corners[i] as (typeof corners)[number];
      positions.push(...position);
      sides.push(...side);
      lows.push(low);
    }
  };
  const around = (i: number): [number, number, number] => {
    const angle = (i / SIDES) * Math.PI * 2;
    return [Math.cos(angle), 0, Math.sin(angle)];
  };
  for (let i = 0; i < SIDES; i++) {
    const [a, b] = [around(i), around(i + 1)];
    const [inA, inB] = [a, b].map((one) => one.map((at) => -at)) as [number[], number[]];
    quad([a, a], [b, b], [b, inB], [a, inA]);
  }
  const at = [0, 0, 0];
  const x = [1, 0, 0];
  const z = [0, 0, 1];
  for (const along of [x, z]) {
    const across = along === x ? z : x;
    const back = across.map((one) => -one);
    const [from, to] = [along.map((one) => one * -0.55), along.map((one) => one * 0.55)] as const;
    quad([from, across], [to, across], [to, back], [from, back]);
    // The line down is two thin planes that cross.
    const behind = along.map((one) => -one);
    quad([at, along], [at, behind], [at, behind, 1], [at, along, 1]);
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
	vec3 at = position * away * ${RADIUS} + side * away * ${LINE_WIDTH};
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

const WIDTH = 0.28;
/** Points closer than this are one. */
const LEAST = 0.05;

/** The way of a test run: a box from each point to the next one, fainter where it is older. */
class OverlayTrail {
  readonly object = new Object3D();
  readonly #shapes: Shapes;
  readonly #material = createTrailMaterial();
  #mesh: InstancedMesh | null = null;

  constructor(shapes: Shapes) {
    this.#shapes = shapes;
  }

  /** Takes x, y, z of each point, oldest first. */
  set(points: Float32Array | null): void {
    this.#clear();
    const segments = points ? segmentsOf(points) : [];
    if (segments.length === 0) return;
    const tints = new InstancedBufferAttribute(
      Uint8Array.from(segments.flatMap((_, i) => [249, 146, 5, 60 + (i / segments.length) * 180])),
      4,
      true,
    );
    const geometry = withTint(this.#shapes.get("box", NEAR_SIDES), tints);
    const mesh = new InstancedMesh(geometry, this.#material, segments.length);
    const place = new Object3D();
    for (const [i, [from, to]] of segments.entries()) {
      place.position.addVectors(from, to).multiplyScalar(0.5);
      place.scale.set(WIDTH, WIDTH, from.distanceTo(to) + WIDTH / 2);
      place.lookAt(to);
      place.updateMatrix();
      mesh.setMatrixAt(i, place.matrix);
    }
    mesh.frustumCulled = false;
    mesh.renderOrder = 5;
    this.#mesh = mesh;
    this.object.add(mesh);
  }

  dispose(): void {
    this.#clear();
    this.#material.dispose();
  }

  #clear(): void {
    this.#mesh?.removeFromParent();
    this.#mesh?.geometry.dispose();
    this.#mesh?.dispose();
    this.#mesh = null;
  }
}

function segmentsOf(points: Float32Array): [Vector3, Vector3][] {
  const segments: [Vector3, Vector3][] = [];
  let from: Vector3 | null = null;
  for (let i = 0; i + 2 < points.length; i += 3) {
    const to = new Vector3(points[i], points[i + 1], points[i + 2]);
    if (from && from.distanceTo(to) < LEAST) continue;
    if (from) segments.push([from, to]);
    from = to;
  }
  return segments;
}

function createTrailMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true,
    vertexShader: /* glsl */ `
attribute vec4 tint;
varying vec4 vTint;
varying float vLight;
void main() {
	vTint = tint;
	vLight = 0.85 + 0.15 * normalize( mat3( instanceMatrix ) * normal ).y;
	gl_Position = projectionMatrix * modelViewMatrix * instanceMatrix * vec4( position, 1.0 );
}`,
    fragmentShader: /* glsl */ `
varying vec4 vTint;
varying float vLight;
void main() {
	gl_FragColor = vec4( vTint.rgb * vLight, vTint.a );
}`,
  });
}

export class EditorOverlays {
  readonly object = new Group();
  readonly highlight: OverlayHighlight;
  readonly ghosts: OverlayGhosts;
  readonly trail: OverlayTrail;
  readonly #grid = new OverlayGrid();
  readonly #cursor = new OverlayCursor();
  #ground = 0;

  constructor(shapes: Shapes) {
    this.highlight = new OverlayHighlight(shapes);
    this.ghosts = new OverlayGhosts(shapes);
    this.trail = new OverlayTrail(shapes);
    const { highlight, ghosts, trail } = this;
    this.object.add(highlight.object, ghosts.object, trail.object, this.#grid.mesh, this.#cursor.mesh);
  }

  setGrid(grid: EditGrid | null): void {
    this.#ground = grid?.y ?? 0;
    this.#grid.set(grid);
  }

  setCursor(point: Vec3 | null, ground = this.#ground): void {
    this.#cursor.set(point, ground);
  }

  flush(): void {
    this.highlight.blocks.flush();
    this.ghosts.flush();
  }

  setFocus(focus: Vector3, roundDistance: number): void {
    this.highlight.blocks.setFocus(focus, roundDistance);
    this.ghosts.setFocus(focus, roundDistance);
  }

  dispose(): void {
    this.highlight.dispose();
    this.ghosts.dispose();
    this.trail.dispose();
    this.#grid.dispose();
    this.#cursor.dispose();
  }
}
