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
import { type SharedUniforms, setDefine, srgbColor } from "./block-material.ts";
import type { SceneMood } from "./scene-mood.ts";
import { AIR_SHADER, SKY_SHADER } from "./sky-shader.ts";

/** The sky around the camera and the particles in the air. */
export interface Sky {
  readonly objects: readonly (Mesh | Points)[];
  setRich: (isRich: boolean) => void;
  dispose: () => void;
}

const AIR_COUNT = 260;
/** Codes in the sky's shader. */
const DISC_KINDS = { none: 0, sun: 1, moon: 2, planet: 3 };
const AIR_KINDS = { none: 0, flakes: 1, sparks: 2, fireflies: 3, dust: 4 };

export function createSky(mood: SceneMood, shared: SharedUniforms): Sky {
  const dome = createDome(mood, shared);
  const air = mood.air === "none" ? null : createAir(mood, shared);
  return {
    objects: air ? [dome, air] : [dome],
    setRich: (isRich) => {
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

function discKind({ disc, backdrop }: SceneMood): number {
  if (disc === 0) return DISC_KINDS.none;
  if (backdrop === "planet") return DISC_KINDS.planet;
  return backdrop === "moon" ? DISC_KINDS.moon : DISC_KINDS.sun;
}

function createDome(mood: SceneMood, shared: SharedUniforms) {
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
      discDirection: {
        value: new Vector3(
          mood.sunDirection[0],
          mood.sunDirection[1] * 0.55,
          -mood.sunDirection[2],
        ).normalize(),
      },
      clouds: { value: mood.clouds },
      stars: { value: mood.stars },
      hills: { value: mood.hills },
      disc: { value: mood.disc },
      discKind: { value: discKind(mood) },
      isRoom: { value: mood.backdrop === "room" ? 1 : 0 },
    },
    vertexShader: SKY_SHADER.vertex,
    fragmentShader: SKY_SHADER.fragment,
  });
  const dome = new Mesh(new BoxGeometry(2, 2, 2), material);
  dome.frustumCulled = false;
  // After all solid things: most of the sky is hidden.
  dome.renderOrder = 1_000;
  return dome;
}

function createAir(mood: SceneMood, shared: SharedUniforms) {
  const seeds = new Float32Array(AIR_COUNT * 3);
  for (let i = 0; i < seeds.length; i++) seeds[i] = noise(i, 911);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(seeds, 3));
  const color = mood.air === "fireflies" ? new Color(0.9, 1, 0.45) : srgbColor(mood.accent);
  const material = new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    uniforms: { time: shared.time, color: { value: color }, kind: { value: AIR_KINDS[mood.air] } },
    vertexShader: AIR_SHADER.vertex,
    fragmentShader: AIR_SHADER.fragment,
  });
  const air = new Points(geometry, material);
  air.frustumCulled = false;
  air.renderOrder = 20;
  return air;
}
