import { DoubleSide, MeshLambertMaterial, ShaderMaterial } from "three";
import { PROP_PARTS } from "./prop-geometry.ts";

export interface PropUniforms {
  /** Seconds; stands still with reduced motion. */
  time: { value: number };
  /** Seconds that always go on, for short effects. */
  clock: { value: number };
}

/**
 * The material of all solid props. `state` is per instance: a star's time of collection or −1; for a checkpoint 0, or 1
 * when taken, or 2 when active; for a bubble its phase.
 */
export function createPropMaterial(uniforms: PropUniforms): MeshLambertMaterial {
  const material = new MeshLambertMaterial({ vertexColors: true });
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", `#include <common>\n${VERTEX_HEAD}`)
      .replace("#include <beginnormal_vertex>", `#include <beginnormal_vertex>\n${VERTEX_NORMAL}`)
      .replace("#include <begin_vertex>", `#include <begin_vertex>\n${VERTEX_PLACE}`);
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", "#include <common>\nvarying float vGlow;")
      .replace(
        "#include <emissivemap_fragment>",
        "totalEmissiveRadiance += diffuseColor.rgb * vGlow;\ndiffuseColor.rgb *= 1.0 - 0.6 * min( vGlow, 1.0 );",
      );
  };
  material.customProgramCacheKey = () => "prop";
  return material;
}

const VERTEX_HEAD = /* glsl */ `
attribute float part;
attribute float state;
uniform float time;
uniform float clock;
varying float vGlow;
vec3 turnY( vec3 p, float angle ) {
	float c = cos( angle );
	float s = sin( angle );
	return vec3( p.x * c + p.z * s, p.y, p.z * c - p.x * s );
}
`;

const VERTEX_NORMAL = /* glsl */ `
int kind = int( part + 0.5 );
vec3 origin = instanceMatrix[ 3 ].xyz;
float phase = origin.x * 0.37 + origin.z * 0.23;
float turn = kind == ${PROP_PARTS.star} ? time * 1.7 + phase : kind == ${PROP_PARTS.saw} ? time * - 9.0 : 0.0;
objectNormal = turnY( objectNormal, turn );
`;

const VERTEX_PLACE = /* glsl */ `
vGlow = 0.0;
transformed = turnY( transformed, turn );
if ( kind == ${PROP_PARTS.star} ) {
	float age = clock - state;
	float scale = state < 0.0 ? 1.0 : age < 0.3 ? ( 1.0 + age * 2.4 ) * ( 1.0 - age / 0.3 ) : 0.0;
	transformed *= scale;
	transformed.y += sin( time * 2.1 + phase ) * 0.2 + ( state < 0.0 ? 0.0 : age * 5.0 );
	vGlow = 0.5;
} else if ( kind == ${PROP_PARTS.flag} ) {
	float reach = transformed.x / 2.7;
	transformed.y -= state < 0.5 ? 2.3 : 0.0;
	transformed.z += sin( transformed.x * 2.4 - time * 5.0 + phase ) * 0.22 * reach;
	vColor.rgb = state < 0.5 ? vec3( 0.42, 0.45, 0.58 ) : state < 1.5 ? vec3( 0.03, 0.42, 0.33 ) : vec3( 0.03, 0.76, 0.52 );
	vGlow = state < 0.5 ? 0.1 : state < 1.5 ? 0.25 : 0.8;
} else if ( kind == ${PROP_PARTS.lamp} ) {
	vGlow = 0.55;
	if ( state < 0.5 ) { vColor.rgb *= vec3( 0.5, 0.52, 0.6 ); vGlow = 0.0; }
	else if ( state < 2.5 ) { vColor.rgb *= vec3( 0.1, 0.9, 0.65 ); vGlow = state < 1.5 ? 0.3 : 1.0; }
} else if ( kind == ${PROP_PARTS.bubble} ) {
	float life = fract( time * ( 0.3 + 0.3 * fract( state * 7.3 ) ) + state );
	transformed *= sin( life * 3.14159 ) * ( life > 0.9 ? 1.25 : 1.0 );
	transformed.y += life * 0.5;
	vGlow = 0.55;
}
`;

/** Glows that always face the camera: position, size and color per instance. */
export function createHaloMaterial(uniforms: PropUniforms): ShaderMaterial {
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

/** Small squares that fly apart: origin, speed, and the time of the start per point. */
export function createBurstMaterial(uniforms: PropUniforms): ShaderMaterial {
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

/** The column of light over the goal: an open tube that fades upwards. */
export function createBeamMaterial(uniforms: PropUniforms): ShaderMaterial {
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

/** Rings on the ground: a tint and a strength per instance. */
export function createPadMaterial(uniforms: PropUniforms): ShaderMaterial {
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
