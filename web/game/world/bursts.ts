import { BufferAttribute, BufferGeometry, Points, ShaderMaterial } from "three";
import type { Vec3 } from "#domain/world/schema.ts";
import type { PropUniforms } from "./prop-material.ts";

const EACH = 18;
/** Bursts that can fly at the same time. */
const MOST = 6;

export class Bursts {
  readonly points: Points<BufferGeometry, ShaderMaterial>;
  private readonly geometry = new BufferGeometry();
  private next = 0;

  constructor(uniforms: PropUniforms) {
    const count = EACH * MOST;
    for (const [name, size] of Object.entries({ position: 3, speed: 3, tone: 4 }))
      this.geometry.setAttribute(name, new BufferAttribute(new Float32Array(count * size).fill(-100), size));
    this.points = new Points(this.geometry, createBurstMaterial(uniforms));
    this.points.matrixAutoUpdate = false;
    this.points.frustumCulled = false;
    this.points.renderOrder = 21;
  }

  start([x, y, z]: Vec3, tone: readonly [number, number, number, number], clock: number): void {
    const { position, speed, tone: color } = this.geometry.attributes;
    if (!position || !speed || !color) return;
    const first = this.next * EACH;
    this.next = (this.next + 1) % MOST;
    for (let i = 0; i < EACH; i++) {
      // Evenly over a ball: the golden angle around, equal steps from bottom to top.
      const rise = 1 - ((i + 0.5) / EACH) * 2;
      const around = i * 2.39996;
      const flat = Math.sqrt(1 - rise * rise);
      const pace = 5 + (i % 3) * 1.6;
      position.setXYZ(first + i, x, y, z);
      speed.setXYZ(
        first + i,
        Math.cos(around) * flat * pace,
        rise * pace + 3,
        Math.sin(around) * flat * pace,
      );
      color.setXYZW(first + i, tone[0], tone[1], tone[2], clock);
    }
    position.needsUpdate = speed.needsUpdate = color.needsUpdate = true;
  }

  dispose(): void {
    this.geometry.dispose();
    this.points.material.dispose();
  }
}

/** Small squares that fly apart: origin, speed, and the time of the start per point. */
function createBurstMaterial(uniforms: PropUniforms): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    uniforms: { ...uniforms },
    vertexShader: /* glsl */ `
attribute vec3 speed;
attribute vec4 tone;
uniform float clock;
varying vec4 vTone;
void main() {
	float age = clock - tone.w;
	float life = clamp( 1.0 - age / 0.7, 0.0, 1.0 );
	vec3 at = position + speed * age * ( 1.0 - age * 0.45 ) - vec3( 0.0, 9.0 * age * age, 0.0 );
	vec4 seen = viewMatrix * vec4( at, 1.0 );
	gl_Position = projectionMatrix * seen;
	gl_PointSize = 200.0 * life / max( - seen.z, 1.0 );
	vTone = vec4( tone.rgb, life );
	if ( life <= 0.0 ) gl_Position = vec4( 2.0, 2.0, 2.0, 1.0 );
}`,
    fragmentShader: /* glsl */ `
varying vec4 vTone;
void main() {
	vec2 p = abs( gl_PointCoord - 0.5 ) * 2.0;
	float near = p.x + p.y;
	if ( near > 1.0 ) discard;
	gl_FragColor = vec4( mix( vTone.rgb, vec3( 1.0 ), smoothstep( 0.6, 0.0, near ) ), min( 1.0, vTone.a * 2.0 ) );
	#include <colorspace_fragment>
}`,
  });
}
