import { MATERIALS, type Material } from "#domain/world/materials.ts";

/** The tile of crumbling blocks' cracks, after those of the materials. */
export const CRACK_TILE = MATERIALS.length;
/** All sixteen have a code in four bits, which also is the length of the shader's arrays. */
MATERIALS.length satisfies 16;

/** Codes of effects in a block's instance, three bits: the fourth is poison's. A boost has the direction of its arrows. */
export const EFFECT_CODES = {
  none: 0,
  bounce: 1,
  crumble: 2,
  ghost: 3,
  boostRight: 4,
  boostLeft: 5,
  boostFront: 6,
  boostBack: 7,
} as const satisfies Record<string, 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7>;
export type EffectCode = (typeof EFFECT_CODES)[keyof typeof EFFECT_CODES];

/** One byte of a block: its material (4 bits), its effect (3 bits), and whether it's poison, which is lava with bubbles. */
export const packBlockCode = (material: Material, effect: EffectCode, isPoison: boolean): number =>
  MATERIALS.indexOf(material) | (effect << 4) | (isPoison ? 128 : 0);

/** Units that a tile covers, strength and sharpness of highlights, part of the sky that is mirrored, and glow. */
const LOOKS: Record<Material, readonly [units: number, ...finish: [number, number, number, number]]> = {
  plastic: [8, 0.22, 34, 0.1, 0],
  wood: [7.2, 0.1, 14, 0, 0],
  brick: [5.2, 0.06, 12, 0, 0],
  grass: [10, 0.04, 10, 0, 0],
  dirt: [8, 0, 10, 0, 0],
  stone: [8, 0.12, 18, 0, 0],
  sand: [9, 0.06, 10, 0, 0],
  snow: [12, 0.3, 40, 0.08, 0],
  ice: [9, 0.7, 70, 0.4, 0.05],
  metal: [6, 0.7, 30, 0.45, 0],
  glass: [9, 1, 120, 0.6, 0],
  neon: [4, 0, 10, 0, 0.85],
  water: [14, 0.9, 90, 0.55, 0],
  lava: [11, 0, 10, 0, 1],
  leaves: [6, 0.12, 12, 0, 0],
  cloth: [4.5, 0.03, 8, 0.04, 0],
};

const float = (value: number) => value.toFixed(3);
const CODES = MATERIALS.map((name, code) => `#define ${name.toUpperCase()} ${code}`).join("\n");
const SCALES = MATERIALS.map((name) => float(1 / LOOKS[name][0])).join(", ");
const FINISHES = MATERIALS.map((name) => `vec4( ${LOOKS[name].slice(1).map(float).join(", ")} )`).join(", ");

const VARYINGS = /* glsl */ `
flat varying vec4 vTint;
flat varying vec3 vSize;
varying vec3 vUnit;
varying vec3 vSpot;
varying vec3 vLocalNormal;
flat varying float vEdgeStyle;
`;

/** The parts that turn a Lambert shader into the one of all blocks. */
export const BLOCK_SHADER = {
  /** `tint` is a block's color and, in its fourth byte, `packBlockCode`. */
  vertexHead: /* glsl */ `
attribute vec4 tint;
attribute float edgeStyle;
uniform float worldPhase;
${VARYINGS}`,
  vertexBody: /* glsl */ `
mat3 turned = mat3( instanceMatrix );
vSize = max( vec3( length( turned[ 0 ] ), length( turned[ 1 ] ), length( turned[ 2 ] ) ), vec3( 1e-4 ) );
turned = mat3( turned[ 0 ] / vSize.x, turned[ 1 ] / vSize.y, turned[ 2 ] / vSize.z );
vTint = tint;
vTint.rgb = mix( pow( ( tint.rgb + 0.055 ) / 1.055, vec3( 2.4 ) ), tint.rgb / 12.92, vec3( lessThan( tint.rgb, vec3( 0.04045 ) ) ) );
vUnit = position;
vSpot = position * vSize + worldPhase * ( instanceMatrix[ 3 ].xyz * turned );
vLocalNormal = normal;
vEdgeStyle = edgeStyle;
`,

  fragmentHead: /* glsl */ `
#include <clipping_planes_pars_fragment>
${CODES}
precision highp sampler2DArray;
uniform sampler2DArray tiles;
uniform float time;
uniform vec3 zenith;
uniform vec3 horizon;
${VARYINGS}
const float SCALES[ 16 ] = float[ 16 ]( ${SCALES} );
const vec4 FINISHES[ 16 ] = vec4[ 16 ]( ${FINISHES} );
vec4 tile = vec4( 0.5 );
vec4 finish = vec4( 0.0 );
vec2 tileX = vec2( 0.0 );
vec2 tileY = vec2( 0.0 );

// Flat sides differ in their axis, so the size of a pixel is computed before one is chosen.
#ifdef RICH
vec4 texel( vec3 at, vec2 x, vec2 y ) {
	return textureGrad( tiles, at, x, y );
}
#else
vec4 texel( vec3 at, vec2 x, vec2 y ) {
	return textureLod( tiles, at, log2( 128.0 * max( max( abs( x.x ), abs( x.y ) ), max( abs( y.x ), abs( y.y ) ) ) ) );
}
#endif

// The distance to the nearest edge of the face, in units.
float edgeDistance( vec3 axis ) {
	vec3 inside = ( 0.5 - abs( vUnit ) ) * vSize;
	if ( vEdgeStyle < 0.5 ) return 9.0;
	if ( vEdgeStyle > 1.5 && vEdgeStyle < 2.5 ) {
		return axis.y > 0.7 ? ( 0.5 - length( vUnit.xz ) ) * min( vSize.x, vSize.z ) : inside.y;
	}
	inside += step( 0.98, axis ) * 9.0;
	float edge = min( inside.x, min( inside.y, inside.z ) );
	if ( vEdgeStyle > 2.5 ) {
		float slope = - ( vUnit.y + vUnit.z ) / length( 1.0 / vSize.yz );
		if ( axis.x > 0.9 ) edge = min( min( inside.z + step( 0.0, vUnit.z ) * 9.0, inside.y + step( 0.0, vUnit.y ) * 9.0 ), slope );
		else if ( axis.y < 0.98 && axis.z < 0.98 ) edge = min( inside.x, min( inside.y, inside.z ) * 1.4 );
	}
	return edge;
}

// Tilts the normal by the slope of the tile.
vec3 bump( vec3 normal ) {
#ifdef RICH
	vec3 px = dFdx( - vViewPosition );
	vec3 py = dFdy( - vViewPosition );
	vec3 acrossX = cross( py, normal );
	vec3 acrossY = cross( normal, px );
	vec3 t = acrossX * tileX.x + acrossY * tileY.x;
	vec3 b = acrossX * tileX.y + acrossY * tileY.y;
	float most = max( dot( t, t ), dot( b, b ) );
	vec2 slope = ( tile.yz - 0.502 ) * 2.2;
	return normalize( normal + ( t * slope.x + b * slope.y ) * ( most > 0.0 ? inversesqrt( most ) : 0.0 ) );
#else
	return normal;
#endif
}
`,

  /** Color: tile, grass fringe, edges and effects. */
  fragmentColor: /* glsl */ `
int code = int( vTint.a * 255.0 + 0.5 );
int kind = code & 15;
int effect = ( code >> 4 ) & 7;
bool isPoison = code > 127;
vec3 base = vTint.rgb;
vec3 axis = abs( vLocalNormal );
bool isLevel = axis.y >= max( axis.x, axis.z ) * 0.99;
vec3 spotX = dFdx( vSpot );
vec3 spotY = dFdy( vSpot );
vec2 spot = vSpot.xz;
tileX = spotX.xz;
tileY = spotY.xz;
if ( ! isLevel ) {
	if ( axis.x > axis.z ) {
		spot = vSpot.zy;
		tileX = spotX.zy;
		tileY = spotY.zy;
	} else {
		spot = vSpot.xy;
		tileX = spotX.xy;
		tileY = spotY.xy;
	}
}
float drop = ( 0.5 - vUnit.y ) * vSize.y;
float rise = ( 0.5 + vUnit.y ) * vSize.y;
float fringeShade = 1.0;
if ( kind == GRASS && ! isLevel ) {
	float fringe = min( 0.42 + 0.36 * abs( sin( spot.x * 1.9 ) ) + 0.18 * sin( spot.x * 0.83 ), vSize.y * 0.6 );
	if ( drop > fringe ) {
		kind = DIRT;
		base *= vec3( 1.4, 0.37, 0.45 );
		fringeShade = 0.62 + 0.38 * smoothstep( fringe, fringe + 0.3, drop );
	}
}
float tileScale = SCALES[ kind ];
finish = FINISHES[ kind ];
tileX *= tileScale;
tileY *= tileScale;
vec2 at = spot * tileScale;
if ( kind == WATER || kind == LAVA ) {
	float speed = kind == WATER ? 0.035 : 0.016;
	tile = texel( vec3( at + vec2( time * speed, sin( time * 0.4 ) * 0.02 ), float( kind ) ), tileX, tileY );
	tile = mix( tile, texel( vec3( at * 0.73 - vec2( sin( time * 0.3 ) * 0.03, time * speed ) + 0.37, float( kind ) ), tileX, tileY ), 0.5 );
} else {
	tile = texel( vec3( at, float( kind ) ), tileX, tileY );
}
float bright = tile.x * 2.0;
base *= bright * bright * fringeShade;

// Light along upper edges, shade along lower ones and towards the ground.
float edge = edgeDistance( axis );
float pixel = max( fwidth( edge ), 1e-4 );
float width = max( 0.1, pixel * 1.2 );
float line = ( 1.0 - smoothstep( width * 0.5, width, edge ) ) * min( 1.0, 0.16 / pixel );
bool isLowEdge = ! isLevel && rise < drop && rise <= edge + 1e-3;
if ( effect == ${EFFECT_CODES.ghost} ) line = 0.0;
float rim = line * ( isLowEdge ? - 0.16 : isLevel && vLocalNormal.y > 0.0 ? 0.2 : 0.24 );
float inner = ( 1.0 - smoothstep( 0.1, 0.75, edge ) ) * 0.07;
float grounded = isLevel ? 1.0 : mix( 0.8, 1.0, smoothstep( 0.0, 4.5, rise ) );
if ( vEdgeStyle < 0.5 ) grounded = mix( 0.86, 1.04, smoothstep( - 0.5, 0.5, vUnit.y ) );
float glow = finish.w;
base *= mix( ( 1.0 + rim - inner ) * grounded, 1.0, glow * 0.8 );

float alpha = 1.0;
vec3 glowing = base * glow;
if ( kind == LAVA ) {
	glowing = mix( base * 0.5, mix( base * 1.5, vec3( 1.0, 0.86, 0.45 ), 0.4 ), tile.w );
	if ( isPoison ) {
		float light = 0.42;
		for ( int layer = 0; layer < 2; layer ++ ) {
			vec2 p = spot * ( layer == 0 ? 0.36 : 0.7 ) + float( layer ) * 0.5;
			vec2 cell = floor( p );
			float chance = fract( sin( dot( cell, vec2( 12.99, 78.23 ) ) ) * 437.5 );
			float life = fract( chance * 7.0 + time * ( 0.2 + 0.2 * chance ) );
			float size = 0.12 + 0.26 * life;
			float away = length( p - cell - 0.5 - ( vec2( chance, fract( chance * 9.0 ) ) - 0.5 ) * 0.2 );
			light += ( smoothstep( size, size - 0.06, away ) * 0.35 + smoothstep( 0.07, 0.0, abs( away - size ) ) * 0.6 ) * ( 1.0 - life * life );
		}
		base = vTint.rgb;
		glowing = base * light;
	}
} else if ( kind == NEON ) {
	glowing = mix( base, vec3( 1.0 ), 0.16 * smoothstep( 0.0, 0.5, edge ) * step( edge, 8.0 ) ) * glow;
}

if ( effect == ${EFFECT_CODES.bounce} ) {
	vec2 p = vUnit.xz * vSize.xz;
	float wave = isLevel
		? fract( length( p ) * 0.4 - time * 0.7 )
		: fract( ( drop + 0.9 * abs( fract( spot.x * 0.4 ) - 0.5 ) * 2.0 ) * 0.7 + time * 0.7 );
	float ring = smoothstep( 0.5, 0.58, wave ) * smoothstep( 0.98, 0.9, wave );
	base = mix( base, mix( base, vec3( 1.0 ), 0.75 ), ring );
	glowing += vec3( 0.28 ) * ring;
} else if ( effect >= ${EFFECT_CODES.boostRight} ) {
	vec3 local = vUnit * vSize;
	vec2 run = effect < ${EFFECT_CODES.boostFront} ? local.xz : local.zx;
	if ( ( effect & 1 ) == 1 ) run.x = - run.x;
	float lane = ! isLevel ? drop * 0.6 : abs( mod( run.y + 2.5, 5.0 ) - 2.5 );
	float wave = fract( ( run.x + lane ) * 0.25 - time * 1.4 );
	float arrow = smoothstep( 0.45, 0.5, wave ) * smoothstep( 0.95, 0.9, wave );
	base = mix( base * 0.7, mix( base, vec3( 1.0 ), 0.8 ), arrow );
	glowing = glowing * 0.7 + mix( base, vec3( 1.0 ), 0.5 ) * 0.4 * arrow;
} else if ( effect == ${EFFECT_CODES.crumble} ) {
	float solid = texel( vec3( spot * 0.16, ${float(CRACK_TILE)} ), tileX / tileScale * 0.16, tileY / tileScale * 0.16 ).x * 2.0;
	base *= mix( 0.2, 1.06, clamp( solid, 0.0, 1.0 ) );
	glowing *= clamp( solid, 0.0, 1.0 );
}
#ifdef SEE_THROUGH
	float facing = abs( dot( normalize( vViewPosition ), normalize( vNormal ) ) );
	float away = 1.0 - facing;
	if ( kind == GLASS ) alpha = mix( 0.24, 0.72, away * away ) + tile.w * 0.08 + line * 0.35;
	else if ( kind == WATER ) alpha = mix( 0.66, 0.94, away * away );
	else if ( kind == ICE ) alpha = mix( 0.82, 0.97, away );
	if ( effect == ${EFFECT_CODES.ghost} ) alpha *= 0.82 - 0.2 * away;
#else
	if ( effect == ${EFFECT_CODES.ghost} ) {
		// Softer than what can be stood on. Thin out scenery between the camera and the player, who is in the middle of the picture.
		float kept = max( smoothstep( 4.0, 17.0, length( vViewPosition ) ), smoothstep( 3.0, 7.0, length( vViewPosition.xy ) ) );
		float noise = fract( 52.9829189 * fract( dot( gl_FragCoord.xy, vec2( 0.06711056, 0.00583715 ) ) ) );
		if ( noise >= kept ) discard;
	}
#endif
diffuseColor = vec4( base * ( 1.0 - 0.9 * clamp( glow, 0.0, 1.0 ) ), alpha );
totalEmissiveRadiance += glowing;
`,

  /** Highlights of the sun and a mirrored sky. */
  fragmentLight: /* glsl */ `
#if defined( RICH ) && NUM_DIR_LIGHTS > 0
if ( finish.x + finish.z > 0.0 ) {
	vec3 view = normalize( vViewPosition );
	vec3 mid = normalize( view + directionalLights[ 0 ].direction );
	float gloss = tile.w;
	float spark = pow( max( dot( normal, mid ), 0.0 ), finish.y ) * finish.x * gloss;
	vec3 mirrored = ( vec4( reflect( - view, normal ), 0.0 ) * viewMatrix ).xyz;
	float turn = 1.0 - max( dot( view, normal ), 0.0 );
	float fresnel = finish.z * ( 0.12 + 0.88 * turn * turn * turn ) * gloss;
	vec3 sky = mix( horizon, zenith, smoothstep( - 0.1, 0.7, mirrored.y ) ) * ( 0.45 + 0.55 * smoothstep( - 0.5, 0.2, mirrored.y ) );
	outgoingLight = mix( outgoingLight, sky * 1.1, clamp( fresnel, 0.0, 0.8 ) );
	outgoingLight += directionalLights[ 0 ].color * spark * 0.3;
	#ifdef SEE_THROUGH
	diffuseColor.a = clamp( diffuseColor.a + spark + fresnel * 0.4, 0.0, 1.0 );
	#endif
}
#endif
`,
} as const;
