import {
  CylinderGeometry,
  DoubleSide,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  InstancedMesh,
  Mesh,
  type Object3D,
  PlaneGeometry,
  ShaderMaterial,
} from "three";
import type { Material } from "#domain/world/materials.ts";
import type { World } from "#domain/world/schema.ts";
import type { SharedUniforms } from "./block-material.ts";
import { Bursts } from "./bursts.ts";
import { type IdleSlices, runIdleSlices } from "./idle-slices.ts";
import type { PropUniforms } from "./prop-material.ts";
import { GOLD, matrixAt, type PropGlows } from "./props.ts";
import type { SceneMood } from "./scene-mood.ts";
import { createSky } from "./sky.ts";
import { createTileTexture, prepareTiles } from "./tiles.ts";

type Glow = Mesh<InstancedBufferGeometry | PlaneGeometry | CylinderGeometry, ShaderMaterial>;

/** Draws the glow of stars, the rings on the ground and the goal's light. `strength` is that of the mood's glow. */
function createPropGlows(
  { stars, goal }: World,
  { haloStates, rings, tones }: PropGlows,
  uniforms: PropUniforms,
  strength: number,
): { objects: readonly Mesh[]; dispose: () => void } {
  const objects: Glow[] = [];
  if (stars.length > 0) {
    const places = stars.flatMap(({ position }) => [...position, 2 + strength]);
    const tone = [GOLD[0], GOLD[1], GOLD[2], 0.35 + 0.2 * strength];
    const geometry = new InstancedBufferGeometry();
    const plane = new PlaneGeometry(2, 2);
    geometry.setAttribute("position", plane.getAttribute("position"));
    geometry.setIndex(plane.index);
    geometry.setAttribute("place", new InstancedBufferAttribute(Float32Array.from(places), 4));
    geometry.setAttribute(
      "tone",
      new InstancedBufferAttribute(Float32Array.from(stars.flatMap(() => tone)), 4),
    );
    geometry.setAttribute("state", haloStates);
    geometry.instanceCount = stars.length;
    const halos = new Mesh(geometry, createHaloMaterial(uniforms));
    halos.frustumCulled = false;
    halos.renderOrder = 11;
    objects.push(halos);
  }
  if (goal) {
    const column = new CylinderGeometry(3.1, 3.1, 1, 28, 1, true);
    column.translate(0, 0.5, 0);
    const light = new Mesh(column, createBeamMaterial(uniforms));
    light.matrix.makeScale(1, 90, 1).setPosition(...goal.position);
    light.renderOrder = 12;
    objects.push(light);
  }
  const geometry = new PlaneGeometry(2, 2);
  geometry.rotateX(-Math.PI / 2);
  geometry.setAttribute("tone", tones);
  const pads = new InstancedMesh(geometry, createPadMaterial(uniforms), rings.length);
  rings.forEach(({ at, radius }, i) => {
    const matrix = matrixAt([at[0], at[1] + 0.06, at[2]], [radius, 1, radius]);
    (pads.instanceMatrix.array as Float32Array).set(matrix, i * 16);
  });
  pads.renderOrder = 2;
  objects.push(pads);
  for (const mesh of objects) mesh.matrixAutoUpdate = false;
  return {
    objects,
    dispose: () => {
      pads.dispose();
      for (const { geometry: shape, material } of objects) {
        shape.dispose();
        material.dispose();
      }
    },
  };
}

/** Glows that always face the camera: position, size and color per instance. */
function createHaloMaterial(uniforms: PropUniforms): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    uniforms: { ...uniforms },
    vertexShader: /* glsl */ `
attribute vec4 place;
attribute vec4 tone;
attribute float state;
uniform float time;
uniform float clock;
varying vec2 vAt;
varying vec4 vTone;
void main() {
	float phase = place.x * 0.37 + place.z * 0.23;
	float age = clock - state;
	float size = place.w * ( state < 0.0 ? 1.0 + 0.06 * sin( time * 3.0 + phase ) : 1.0 + age * 4.0 );
	vAt = position.xy;
	vTone = tone;
	vTone.a *= state < 0.0 ? 1.0 : max( 0.0, 1.0 - age / 0.35 );
	vec4 seen = viewMatrix * vec4( place.xyz + vec3( 0.0, sin( time * 2.1 + phase ) * 0.2, 0.0 ), 1.0 );
	seen.xy += position.xy * size;
	gl_Position = projectionMatrix * seen;
	if ( vTone.a <= 0.0 ) gl_Position = vec4( 2.0, 2.0, 2.0, 1.0 );
}`,
    fragmentShader: /* glsl */ `
varying vec2 vAt;
varying vec4 vTone;
void main() {
	float near = 1.0 - length( vAt );
	if ( near <= 0.0 ) discard;
	gl_FragColor = vec4( vTone.rgb, vTone.a * near * near );
	#include <colorspace_fragment>
}`,
  });
}

function createBeamMaterial(uniforms: PropUniforms): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    uniforms: { ...uniforms },
    vertexShader: /* glsl */ `
varying vec3 vAt;
varying vec3 vSeen;
varying vec3 vOut;
void main() {
	vAt = position;
	vec4 seen = modelViewMatrix * vec4( position, 1.0 );
	vSeen = seen.xyz;
	vOut = normalMatrix * vec3( position.x, 0.0, position.z );
	gl_Position = projectionMatrix * seen;
}`,
    fragmentShader: /* glsl */ `
uniform float time;
varying vec3 vAt;
varying vec3 vSeen;
varying vec3 vOut;
void main() {
	float facing = abs( dot( normalize( vSeen ), normalize( vOut ) ) );
	float soft = smoothstep( 0.0, 0.75, facing );
	float fade = pow( 1.0 - clamp( vAt.y, 0.0, 1.0 ), 1.6 );
	float angle = atan( vAt.x, vAt.z );
	float streak = 0.9 + 0.1 * sin( angle * 4.0 + time * 0.8 ) * sin( angle * 3.0 - time * 0.5 );
	float rise = 0.88 + 0.12 * sin( vAt.y * 90.0 - time * 4.0 );
	float near = smoothstep( 4.0, 18.0, length( vSeen ) ) * 0.85 + 0.15;
	gl_FragColor = vec4( mix( vec3( 1.0, 0.5, 0.06 ), vec3( 1.0, 0.84, 0.4 ), soft ), soft * fade * streak * rise * near * 0.46 );
	#include <colorspace_fragment>
}`,
  });
}

function createPadMaterial(uniforms: PropUniforms): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -2,
    polygonOffsetUnits: -2,
    uniforms: { ...uniforms },
    vertexShader: /* glsl */ `
attribute vec4 tone;
varying vec2 vAt;
varying vec4 vTone;
void main() {
	vAt = position.xz;
	vTone = tone;
	gl_Position = projectionMatrix * modelViewMatrix * instanceMatrix * vec4( position, 1.0 );
}`,
    fragmentShader: /* glsl */ `
uniform float time;
varying vec2 vAt;
varying vec4 vTone;
void main() {
	float near = length( vAt );
	float ring = smoothstep( 0.72, 0.76, near ) * smoothstep( 1.0, 0.96, near );
	float wave = fract( near * 1.2 - time * 0.5 );
	float pulse = 0.3 * smoothstep( 0.7, 0.0, near ) + 0.2 * smoothstep( 0.6, 0.95, wave ) * ( 1.0 - near );
	gl_FragColor = vec4( vTone.rgb, vTone.a * ( ring + pulse ) );
	#include <colorspace_fragment>
}`,
  });
}

export { Bursts, createPropGlows, createSky };

/** Parts of a level that it can be played without for a moment: sky, glows, sparks, and the tiles of its materials. */
export interface Scenery {
  readonly objects: readonly Object3D[];
  readonly bursts: Bursts;
  setRich: (isRich: boolean) => void;
  dispose: () => void;
}

export interface SceneryOptions {
  world: World;
  glows: PropGlows;
  mood: SceneMood;
  shared: SharedUniforms;
  uniforms: PropUniforms;
  /** Keeps tiles sharp at flat angles. */
  isSharp: boolean;
}

/** Resolves when everything can be shown, or with null if it was aborted. */
export async function loadScenery(
  { world, glows, mood, shared, uniforms, isSharp }: SceneryOptions,
  signal: AbortSignal,
): Promise<Scenery | null> {
  const texture = await loadTiles(materialsOf(world), isSharp, signal);
  if (!texture) return null;
  const sky = createSky(mood, shared);
  const bursts = new Bursts(uniforms);
  const lights = createPropGlows(world, glows, uniforms, mood.glow);
  shared.tiles.value.dispose();
  shared.tiles.value = texture;
  return {
    objects: [...sky.objects, ...lights.objects, bursts.points],
    bursts,
    setRich: sky.setRich,
    dispose: () => {
      sky.dispose();
      bursts.dispose();
      lights.dispose();
    },
  };
}

/** Draws tiles in idle time. Resolves with null if it was aborted. */
export async function loadTiles(materials: readonly Material[], isSharp: boolean, signal: AbortSignal) {
  const { pixels, steps } = prepareTiles(materials);
  const slices: IdleSlices = runIdleSlices(
    steps.map((run) => ({ weight: 1, run })),
    { urgent: 0, weight: 1 },
  );
  signal.addEventListener("abort", slices.cancel);
  await slices.reach(steps.length);
  signal.removeEventListener("abort", slices.cancel);
  return signal.aborted ? null : createTileTexture(pixels, isSharp);
}

/** Grass has soil at its sides. */
function materialsOf({ blocks }: World): Material[] {
  const used = blocks.map(({ material }) => material ?? "plastic");
  return used.includes("grass") ? [...used, "dirt"] : used;
}
