import {
  BackSide,
  BoxGeometry,
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Mesh,
  Points,
  ShaderMaterial,
  Vector3,
} from "three";
import { noise } from "#domain/world/iso/pattern.ts";
import type { Ambience, Vec3 } from "#domain/world/schema.ts";
import { type SharedUniforms, setDefine, srgbColor } from "./block-material.ts";
import type { SceneMood } from "./scene-mood.ts";
import { SKY_TILE } from "./tiles.ts";

const SKY_VERTEX = /* glsl */ `
varying vec3 vDirection;
void main() {
	vDirection = position;
	gl_Position = projectionMatrix * vec4( mat3( viewMatrix ) * position, 1.0 );
	gl_Position.z = gl_Position.w;
}
`;

const SKY_FRAGMENT = /* glsl */ `
precision highp sampler2DArray;
uniform sampler2DArray tiles;
uniform float time;
uniform vec3 zenith;
uniform vec3 horizon;
uniform vec3 nadir;
uniform vec3 accent;
uniform vec3 hillColor;
uniform vec3 discDirection;
uniform float clouds;
uniform float stars;
uniform float hills;
uniform float disc;
uniform int discKind;
uniform int isRoom;
varying vec3 vDirection;

vec4 noiseAt( vec2 at ) {
	return textureLod( tiles, vec3( at, ${SKY_TILE}.0 ), 0.0 );
}

float hash( vec3 p ) {
	p = fract( p * 0.3183 + vec3( 0.11, 0.17, 0.13 ) );
	p *= 17.0;
	return fract( p.x * p.y * p.z * ( p.x + p.y + p.z ) );
}

// Points on a grid around the camera, each with its own size and color.
vec3 starlight( vec3 d ) {
	vec3 p = d * 46.0;
	vec3 cell = floor( p );
	float chance = hash( cell );
	if ( chance < 0.82 ) return vec3( 0.0 );
	vec3 offset = vec3( hash( cell + 3.1 ), hash( cell + 5.7 ), hash( cell + 9.2 ) ) * 0.6 + 0.2;
	float size = 0.08 + 0.2 * hash( cell + 1.7 );
	float bright = smoothstep( size, 0.0, length( fract( p ) - offset ) );
	float twinkle = 0.75 + 0.25 * sin( time * ( 1.0 + 3.0 * chance ) + chance * 80.0 );
	return mix( vec3( 0.75, 0.85, 1.0 ), vec3( 1.0, 0.9, 0.7 ), offset.x ) * bright * twinkle;
}

// Heaps on a plane above, or below for a sea of clouds. Returns cover and light.
vec2 cloud( vec3 d, float shift, float scale, float amount ) {
	vec2 at = d.xz / ( abs( d.y ) + 0.2 ) * scale + time * 0.0012 + shift;
	vec2 lit = at + discDirection.xz * 0.02;
	float puffs = noiseAt( at ).z * 0.16 + noiseAt( at * 2.3 + 0.3 ).z * 0.08;
	float litPuffs = noiseAt( lit ).z * 0.16 + noiseAt( lit * 2.3 + 0.3 ).z * 0.08;
	float mask = noiseAt( at * 0.55 + 0.2 ).x;
	float edge = 0.635 - 0.03 * amount;
	float body = mask + puffs;
	return vec2( smoothstep( edge, edge + 0.02, body ), ( puffs - litPuffs ) * 1.6 + ( body - edge ) * 0.5 );
}

void main() {
	vec3 d = normalize( vDirection );
	float up = max( d.y, 0.0 );
	vec3 color = mix( horizon, zenith, 1.0 - pow( 1.0 - up, 2.2 ) );
	float beam = max( dot( d, discDirection ), 0.0 );

	if ( stars > 0.0 ) color += starlight( d ) * stars * ( 0.25 + 0.75 * smoothstep( - 0.1, 0.3, d.y ) );
	if ( discKind == 1 ) {
		color += accent * ( pow( beam, 6.0 ) * 0.16 + pow( beam, 60.0 ) * 0.25 );
		color = mix( color, mix( accent, vec3( 1.0, 0.98, 0.9 ), 0.6 ), smoothstep( cos( disc * 1.12 ), cos( disc ), beam ) );
	} else if ( discKind == 2 ) {
		float near = acos( clamp( beam, 0.0, 1.0 ) ) / disc;
		color += accent * 0.22 * exp( - near * 0.55 );
		vec3 side = normalize( cross( discDirection, vec3( 0.0, 1.0, 0.0 ) ) );
		vec2 face = vec2( dot( d, side ), dot( d, cross( side, discDirection ) ) ) / disc;
		float spots = smoothstep( 0.5, 0.62, noiseAt( face * 0.16 + 0.2 ).x );
		color = mix( color, accent * ( 1.0 - 0.16 * spots ), smoothstep( 1.04, 0.98, near ) );
	} else if ( discKind == 3 ) {
		vec3 side = normalize( cross( discDirection, vec3( 0.3, 1.0, 0.1 ) ) );
		vec3 top = cross( side, discDirection );
		vec2 face = vec2( dot( d, side ), dot( d, top ) ) / disc;
		float inside = length( face );
		float isFront = step( 0.0, dot( d, discDirection ) );
		color += accent * 0.2 * exp( - max( inside - 1.0, 0.0 ) * 3.0 ) * isFront;
		float bands = noiseAt( vec2( face.x * 0.05, face.y * 0.42 ) ).x;
		float light = smoothstep( - 0.9, 0.9, face.x * - 0.6 + face.y * 0.7 + 0.35 );
		vec3 planet = mix( accent * 0.62, mix( accent, vec3( 1.0, 0.9, 0.75 ), 0.45 ), smoothstep( 0.3, 0.7, bands ) ) * ( 0.25 + 0.85 * light );
		color = mix( color, planet, smoothstep( 1.02, 0.99, inside ) * isFront );
		float ring = length( vec2( face.x, face.y * 3.6 + face.x * 0.5 ) );
		float isRing = smoothstep( 1.28, 1.34, ring ) * smoothstep( 1.95, 1.88, ring ) * ( 0.55 + 0.45 * noiseAt( vec2( ring * 0.7, 0.5 ) ).y );
		float isHidden = step( inside, 1.0 ) * step( 0.0, face.y * 3.6 + face.x * 0.5 );
		color = mix( color, vec3( 1.0, 0.82, 0.6 ), isRing * 0.75 * ( 1.0 - isHidden ) * isFront );
		float belt = noiseAt( d.xz * 0.7 + d.y * 0.4 ).x * noiseAt( d.zy * 0.6 + 0.3 ).x;
		color += mix( vec3( 0.28, 0.1, 0.5 ), vec3( 0.1, 0.3, 0.5 ), noiseAt( d.xy * 0.4 ).w ) * smoothstep( 0.2, 0.55, belt ) * 0.6;
	}
	if ( clouds > 0.0 && d.y > 0.0 ) {
		vec2 heap = cloud( d, 0.0, 0.1, clouds );
		vec3 shade = mix( horizon, accent, clamp( 0.62 + heap.y * 3.0, 0.3, 1.0 ) );
		color = mix( color, shade, heap.x * smoothstep( 0.03, 0.22, d.y ) * min( 1.0, clouds ) * 0.92 );
	}
	if ( hills > 0.0 ) {
		float turn = atan( d.x, d.z ) * 0.159155;
		float far = hills * ( 0.25 + 1.3 * noiseAt( vec2( turn * 3.0, 0.3 ) ).x * noiseAt( vec2( turn, 0.7 ) ).w + 0.2 * noiseAt( vec2( turn * 7.0, 0.1 ) ).y );
		float close = hills * ( 0.9 * noiseAt( vec2( turn * 4.0 + 0.4, 0.8 ) ).x - 0.12 );
		float soft = 0.004;
		color = mix( color, mix( hillColor, horizon, 0.62 ), smoothstep( far + soft, far - soft, d.y ) );
		color = mix( color, mix( hillColor, horizon, 0.3 ), smoothstep( close + soft, close - soft, d.y ) );
	}
	float below = smoothstep( 0.0, - 0.5, d.y );
	vec3 ground = mix( horizon, nadir, below );
	#ifdef RICH
	if ( clouds > 0.0 && d.y < 0.0 ) {
		vec2 heap = cloud( d, 0.43, 0.26, clouds * 1.2 );
		vec3 shade = mix( ground, mix( horizon, accent, 0.6 ), clamp( 0.62 + heap.y * 3.0, 0.2, 0.9 ) );
		ground = mix( ground, shade, heap.x * smoothstep( 0.02, 0.2, - d.y ) * smoothstep( 1.0, 0.55, - d.y ) * min( clouds, 1.0 ) * 0.6 );
	}
#endif
	if ( hills > 0.0 ) ground = mix( mix( hillColor, horizon, 0.42 ), ground, smoothstep( - 0.02, - 0.22, d.y ) );
	if ( discKind != 3 ) color = mix( color, ground, smoothstep( 0.004, - 0.004, d.y ) );
	if ( isRoom == 1 ) {
		vec3 p = d * 5.0;
		vec3 cell = floor( p );
		vec3 offset = vec3( hash( cell ), hash( cell + 3.0 ), hash( cell + 7.0 ) ) * 0.5 + 0.25;
		float size = 0.12 + 0.16 * hash( cell + 5.0 );
		color += accent * 0.16 * smoothstep( size, size * 0.7, length( fract( p ) - offset ) ) * step( 0.6, hash( cell + 1.0 ) );
	}
	gl_FragColor = vec4( color, 1.0 );
	#include <colorspace_fragment>
}
`;

/** Particles in a box of 90 units that moves along with the camera. */
const AIR_VERTEX = /* glsl */ `
uniform float time;
uniform int kind;
varying float vLight;
void main() {
	vec3 speed = kind == 1 ? vec3( 0.8, - 4.2, 0.5 ) : kind == 2 ? vec3( 0.5, 2.8, 0.3 ) : vec3( 0.3, 0.12, 0.2 );
	speed *= 0.6 + 0.8 * position.y;
	float wave = time * ( 0.6 + position.x ) + position.z * 60.0;
	vec3 at = position * 90.0 + speed * time + vec3( sin( wave ), sin( wave * 0.7 ), cos( wave * 1.1 ) ) * 1.2;
	at = mod( at - cameraPosition + 45.0, 90.0 ) + cameraPosition - 45.0;
	vec4 seen = viewMatrix * vec4( at, 1.0 );
	gl_Position = projectionMatrix * seen;
	float distance = - seen.z;
	float size = kind == 1 ? 0.32 : kind == 3 ? 0.42 : 0.24;
	gl_PointSize = clamp( size * projectionMatrix[ 1 ][ 1 ] * 420.0 / max( distance, 1.0 ), 1.5, 18.0 );
	vLight = smoothstep( 44.0, 24.0, length( at - cameraPosition ) ) * smoothstep( 2.0, 6.0, distance );
	if ( kind == 3 ) vLight *= smoothstep( 0.1, 0.9, sin( time * ( 0.8 + position.x ) + position.z * 40.0 ) * 0.5 + 0.5 );
	if ( kind == 4 ) vLight *= 0.3;
}
`;

const AIR_FRAGMENT = /* glsl */ `
uniform vec3 color;
varying float vLight;
void main() {
	float near = length( gl_PointCoord - 0.5 ) * 2.0;
	float alpha = smoothstep( 1.0, 0.35, near ) * vLight;
	if ( alpha < 0.01 ) discard;
	gl_FragColor = vec4( color, alpha );
	#include <colorspace_fragment>
}
`;

const AIR_COUNT = 260;
const DISC_KINDS = { none: 0, sun: 1, moon: 2, planet: 3 };
const AIR_KINDS = { none: 0, flakes: 1, sparks: 2, fireflies: 3, dust: 4 };

interface SkyMood extends SceneMood {
  clouds: number;
  stars: number;
  /** Radius of the sun, moon or planet in radians; 0 for none. */
  disc: number;
  /** Silhouettes on the horizon: their height in radians, and their color. */
  hills: number;
  hillColor: Vec3;
  air: keyof typeof AIR_KINDS;
}

const PLAIN = { clouds: 0, stars: 0, disc: 0, hills: 0, air: "none" } as const;

const SKIES: Record<Ambience, Partial<SkyMood>> = {
  day: { clouds: 1, disc: 0.06 },
  sunset: { clouds: 0.85, stars: 0.1, disc: 0.11 },
  night: {
    clouds: 0.25,
    stars: 1,
    disc: 0.085,
    hills: 0.06,
    hillColor: [0.1, 0.12, 0.27],
    air: "fireflies",
  },
  space: { stars: 1.6, disc: 0.24 },
  snow: { clouds: 0.5, disc: 0.05, hills: 0.16, hillColor: [0.86, 0.93, 1], air: "flakes" },
  spooky: {
    clouds: 0.45,
    stars: 0.6,
    disc: 0.1,
    hills: 0.1,
    hillColor: [0.17, 0.09, 0.25],
    air: "fireflies",
  },
  ember: { clouds: 0.4, stars: 0.2, hills: 0.14, hillColor: [0.17, 0.06, 0.1], air: "sparks" },
  candy: { clouds: 1, disc: 0.06, hills: 0.1, hillColor: [1, 0.72, 0.84] },
  jungle: { clouds: 0.4, disc: 0.08, hills: 0.13, hillColor: [0.24, 0.55, 0.4], air: "fireflies" },
  indoor: { air: "dust" },
};

/** The sky around the camera and the particles in the air. */
export function createSky(scene: SceneMood, shared: SharedUniforms) {
  const mood: SkyMood = { ...scene, ...PLAIN, hillColor: scene.horizon, ...SKIES[scene.ambience] };
  const dome = createDome(mood, shared);
  const air = mood.air === "none" ? null : createAir(mood, shared);
  return {
    objects: air ? [dome, air] : [dome],
    setRich: (isRich: boolean) => {
      if (air) air.visible = isRich;
      setDefine(dome.material, "RICH", isRich);
    },
    dispose: () => {
      for (const { geometry, material } of air ? [dome, air] : [dome]) {
        geometry.dispose();
        material.dispose();
      }
    },
  };
}

function discKind({ disc, backdrop }: SkyMood): number {
  if (disc === 0) return DISC_KINDS.none;
  if (backdrop === "planet") return DISC_KINDS.planet;
  return backdrop === "moon" ? DISC_KINDS.moon : DISC_KINDS.sun;
}

function createDome(mood: SkyMood, shared: SharedUniforms) {
  const [x, y, z] = mood.sunDirection;
  const material = new ShaderMaterial({
    side: BackSide,
    depthWrite: false,
    fog: false,
    uniforms: {
      ...shared,
      nadir: { value: srgbColor(mood.nadir) },
      accent: { value: srgbColor(mood.accent) },
      hillColor: { value: srgbColor(mood.hillColor) },
      // The disc stands lower than the light, where players can see it.
      discDirection: { value: new Vector3(x, y * 0.55, -z).normalize() },
      clouds: { value: mood.clouds },
      stars: { value: mood.stars },
      hills: { value: mood.hills },
      disc: { value: mood.disc },
      discKind: { value: discKind(mood) },
      isRoom: { value: mood.backdrop === "room" ? 1 : 0 },
    },
    vertexShader: SKY_VERTEX,
    fragmentShader: SKY_FRAGMENT,
  });
  const dome = new Mesh(new BoxGeometry(2, 2, 2), material);
  dome.frustumCulled = false;
  // After all solid things: most of the sky is hidden.
  dome.renderOrder = 1_000;
  return dome;
}

function createAir(mood: SkyMood, shared: SharedUniforms) {
  const seeds = new Float32Array(AIR_COUNT * 3);
  for (let i = 0; i < seeds.length; i++) seeds[i] = noise(i, 911);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(seeds, 3));
  const color = mood.air === "fireflies" ? new Color(0.9, 1, 0.45) : srgbColor(mood.accent);
  const material = new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    uniforms: { time: shared.time, color: { value: color }, kind: { value: AIR_KINDS[mood.air] } },
    vertexShader: AIR_VERTEX,
    fragmentShader: AIR_FRAGMENT,
  });
  const air = new Points(geometry, material);
  air.frustumCulled = false;
  air.renderOrder = 20;
  return air;
}
