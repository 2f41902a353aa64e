import { Group, InstancedBufferAttribute, InstancedMesh, Object3D, ShaderMaterial, Vector3 } from "three";
import type { Vec3 } from "#domain/world/schema.ts";
import { NEAR_SIDES } from "#web/game/world/block-geometry.ts";
import { withTint } from "#web/game/world/block-instances.ts";
import type { Shapes } from "#web/game/world/static-blocks.ts";
import { OverlayCursor } from "./overlay-cursor.ts";
import { OverlayGhosts } from "./overlay-ghosts.ts";
import { type EditGrid, OverlayGrid } from "./overlay-grid.ts";
import { OverlayHighlight } from "./overlay-highlight.ts";

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
