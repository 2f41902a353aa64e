import { MeshLambertMaterial } from "three";
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
