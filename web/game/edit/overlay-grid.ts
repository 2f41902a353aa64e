import { DoubleSide, Mesh, PlaneGeometry, ShaderMaterial, Vector3 } from "three";
import type { Vec3 } from "#domain/world/schema.ts";

/** A grid on a level plane that fades out around its center. */
export interface EditGrid {
  y: number;
  step: number;
  center: Vec3;
}

/** How far the grid reaches around its center: in steps, and at least and at most in units. */
const REACH_STEPS = 48;
const LEAST_REACH = 40;
const MOST_REACH = 160;

export class OverlayGrid {
  readonly mesh: Mesh<PlaneGeometry, ShaderMaterial>;
  readonly #uniforms = { step: { value: 1 }, reach: { value: 1 }, center: { value: new Vector3() } };

  constructor() {
    const plane = new PlaneGeometry(2, 2);
    plane.rotateX(-Math.PI / 2);
    this.mesh = new Mesh(plane, createGridMaterial(this.#uniforms));
    this.mesh.renderOrder = 3;
    this.set(null);
  }

  set(grid: EditGrid | null): void {
    this.mesh.visible = grid !== null;
    if (!grid) return;
    const { y, step, center } = grid;
    const reach = Math.min(MOST_REACH, Math.max(LEAST_REACH, step * REACH_STEPS));
    this.#uniforms.step.value = step;
    this.#uniforms.reach.value = reach;
    this.#uniforms.center.value.set(center[0], y, center[2]);
    this.mesh.position.set(center[0], y, center[2]);
    this.mesh.scale.set(reach, 1, reach);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

function createGridMaterial(uniforms: Record<string, { value: unknown }>): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -1,
    uniforms,
    vertexShader: /* glsl */ `
varying vec3 vSpot;
void main() {
	vec4 at = modelMatrix * vec4( position, 1.0 );
	vSpot = at.xyz;
	gl_Position = projectionMatrix * viewMatrix * at;
}`,
    fragmentShader: /* glsl */ `
uniform float step;
uniform float reach;
uniform vec3 center;
varying vec3 vSpot;

// The strength of lines this far apart. Lines closer than a few pixels fade out.
float lines( float apart ) {
	vec2 at = vSpot.xz / apart;
	vec2 pixel = max( fwidth( at ), vec2( 1e-5 ) );
	vec2 away = abs( fract( at - 0.5 ) - 0.5 ) / pixel;
	vec2 line = ( 1.0 - smoothstep( 0.6, 1.4, away ) ) * ( 1.0 - smoothstep( 0.15, 0.4, pixel ) );
	return max( line.x, line.y );
}

void main() {
	float strength = max( lines( step ) * 0.2, lines( step * 4.0 ) * 0.42 );
	float fade = 1.0 - smoothstep( 0.35, 1.0, length( vSpot.xz - center.xz ) / reach );
	gl_FragColor = vec4( vec3( 1.0 ), strength * fade );
	if ( gl_FragColor.a <= 0.0 ) discard;
}`,
  });
}
