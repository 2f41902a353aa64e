import { DoubleSide, type Material, ShaderMaterial } from "three";
import { MATERIALS } from "#domain/world/materials.ts";
import type { BlockMaterials } from "#web/game/world/block-material.ts";

/** A line's width: units per unit of distance from the camera, and at least this many units. */
const LINE_WIDTH = 0.0026;
const LEAST_WIDTH = 0.02;

/** Parts of the shaders: a color per instance, its place, and how large it is there. */
const HEAD = /* glsl */ `
attribute vec4 tint;
flat varying vec3 vColor;
flat varying vec3 vSize;
varying vec3 vUnit;
varying float vWidth;
`;
const PLACE = /* glsl */ `
vColor = tint.rgb;
vSize = max( vec3( length( instanceMatrix[ 0 ].xyz ), length( instanceMatrix[ 1 ].xyz ), length( instanceMatrix[ 2 ].xyz ) ), vec3( 1e-4 ) );
vUnit = position;
mat4 seen = modelViewMatrix * instanceMatrix;
vWidth = max( ${LEAST_WIDTH}, - ( seen * vec4( position, 1.0 ) ).z * ${LINE_WIDTH} );
`;

/** The distance to the nearest edge of a box, in units. */
const EDGE = /* glsl */ `
vec3 inside = ( 0.5 - abs( vUnit ) ) * vSize;
float least = min( inside.x, min( inside.y, inside.z ) );
float most = max( inside.x, max( inside.y, inside.z ) );
float edge = inside.x + inside.y + inside.z - least - most;
`;

export const FRAME_MATERIAL = "wood";

/**
 * The look of highlights: a veil in the instance's color, and a line around it. The line is the far side of a slightly larger copy,
 * which the block itself hides except around its outline. Frames have lines along their edges instead.
 */
function createHighlightMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    vertexShader: /* glsl */ `
${HEAD}
flat varying float vIsFrame;
void main() {
	${PLACE}
	vIsFrame = ( int( tint.a * 255.0 + 0.5 ) & 15 ) == ${MATERIALS.indexOf(FRAME_MATERIAL)} ? 1.0 : 0.0;
	vec4 at = seen * vec4( position * ( 1.0 + 2.0 * vWidth / vSize ), 1.0 );
	gl_Position = projectionMatrix * at;
}`,
    fragmentShader: /* glsl */ `
flat varying vec3 vColor;
flat varying vec3 vSize;
flat varying float vIsFrame;
varying vec3 vUnit;
varying float vWidth;
void main() {
	float veil = gl_FrontFacing ? 0.28 : 1.0;
	if ( vIsFrame > 0.5 ) {
		${EDGE}
		veil = max( gl_FrontFacing ? 0.12 : 0.0, 1.0 - smoothstep( vWidth * 0.7, vWidth * 1.3, edge ) );
	}
	gl_FragColor = vec4( vColor, veil );
}`,
  });
}

/** The look of ghosts: the color seen through, with light from above and lines along the edges of boxes. */
function createGhostMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -1,
    vertexShader: /* glsl */ `
${HEAD}
attribute float edgeStyle;
varying float vLight;
varying float vTurn;
flat varying float vStyle;
void main() {
	${PLACE}
	vec3 up = normalize( mat3( instanceMatrix ) * ( normal / ( vSize * vSize ) ) );
	vec4 at = seen * vec4( position, 1.0 );
	vLight = 0.8 + 0.2 * up.y;
	vTurn = 1.0 - abs( dot( normalize( at.xyz ), normalize( ( viewMatrix * vec4( up, 0.0 ) ).xyz ) ) );
	vStyle = edgeStyle;
	gl_Position = projectionMatrix * at;
}`,
    fragmentShader: /* glsl */ `
flat varying vec3 vColor;
flat varying vec3 vSize;
flat varying float vStyle;
varying vec3 vUnit;
varying float vWidth;
varying float vLight;
varying float vTurn;
void main() {
	${EDGE}
	bool isBox = vStyle > 0.5 && vStyle < 1.5;
	float line = isBox ? 1.0 - smoothstep( vWidth * 0.7, vWidth * 1.3, edge ) : smoothstep( 0.55, 0.95, vTurn );
	gl_FragColor = vec4( mix( vColor * vLight, vec3( 1.0 ), line * 0.8 ), mix( 0.5, 0.95, line ) );
}`,
  });
}

export function createOverlayMaterials(look: "highlight" | "ghost"): BlockMaterials {
  const material: Material = look === "highlight" ? createHighlightMaterial() : createGhostMaterial();
  return { get: () => material, depth: material, setRich: () => {}, dispose: () => material.dispose() };
}
