import {
  Color,
  DataArrayTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  type Material,
  MeshDepthMaterial,
  MeshLambertMaterial,
  RepeatWrapping,
  SRGBColorSpace,
} from "three";
import type { Vec3 } from "#domain/world/schema.ts";
import { BLOCK_SHADER } from "./block-shader.ts";
import type { SceneMood } from "./scene-mood.ts";
import { TILE_COUNT, TILE_SIDE } from "./tiles.ts";

/** Values that all shaders of a scene share. */
export interface SharedUniforms {
  tiles: { value: DataArrayTexture };
  /** Seconds, for movements that don't affect play. Stands still with reduced motion. */
  time: { value: number };
  zenith: { value: Color };
  horizon: { value: Color };
}

export function createSharedUniforms(mood: SceneMood, tiles: DataArrayTexture): SharedUniforms {
  return {
    tiles: { value: tiles },
    time: { value: 0 },
    zenith: { value: srgbColor(mood.zenith) },
    horizon: { value: srgbColor(mood.horizon) },
  };
}

export const srgbColor = (rgb: Vec3): Color => new Color().setRGB(rgb[0], rgb[1], rgb[2], SRGBColorSpace);

/** `sharp` keeps tiles sharp at flat angles, which costs time on slow devices. Set `needsUpdate` when they are drawn. */
export function createTileTexture(pixels: Uint8Array<ArrayBuffer>, sharp: boolean): DataArrayTexture {
  const texture = new DataArrayTexture(pixels, TILE_SIDE, TILE_SIDE, TILE_COUNT);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = sharp ? 4 : 1;
  return texture;
}

/** The materials of a scene's blocks: resting and moving, first and second pass. All use one shader. */
export interface BlockMaterials {
  get: (isSeeThrough: boolean, isMoving: boolean) => Material;
  /** For shadows: glass casts none. */
  depth: Material;
  setRich: (isRich: boolean) => void;
  dispose: () => void;
}

export function createBlockMaterials(shared: SharedUniforms): BlockMaterials {
  const list = [false, true].flatMap((isMoving) =>
    [false, true].map((isSeeThrough) => createBlockMaterial(shared, isSeeThrough, isMoving)),
  );
  const depth = createDepthMaterial();
  return {
    get: (isSeeThrough, isMoving) => list[(isMoving ? 2 : 0) + (isSeeThrough ? 1 : 0)] as Material,
    depth,
    setRich: (isRich) => {
      for (const material of list) setDefine(material, "RICH", isRich);
    },
    dispose: () => {
      for (const material of list) material.dispose();
      depth.dispose();
    },
  };
}

/** Compiles a material with or without a part of its shader. */
export function setDefine(material: Material, name: string, isOn: boolean): void {
  if ((material.defines?.[name] !== undefined) === isOn) return;
  const defines = { ...material.defines };
  if (isOn) defines[name] = 1;
  else delete defines[name];
  material.defines = defines;
  material.needsUpdate = true;
}

function createBlockMaterial(shared: SharedUniforms, isSeeThrough: boolean, isMoving: boolean) {
  const material = new MeshLambertMaterial({ transparent: isSeeThrough });
  material.defines = { RICH: 1, ...(isSeeThrough && { SEE_THROUGH: 1 }) };
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, shared, { worldPhase: { value: isMoving ? 0 : 1 } });
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", `#include <common>\n${BLOCK_SHADER.vertexHead}`)
      .replace("#include <begin_vertex>", `#include <begin_vertex>\n${BLOCK_SHADER.vertexBody}`);
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <clipping_planes_pars_fragment>", BLOCK_SHADER.fragmentHead)
      .replace("#include <color_fragment>", BLOCK_SHADER.fragmentColor)
      .replace("#include <opaque_fragment>", `${BLOCK_SHADER.fragmentLight}\n#include <opaque_fragment>`)
      .replace("#include <normal_fragment_maps>", "normal = bump( normal );");
  };
  material.customProgramCacheKey = () => "block";
  return material;
}

/** Moves the corners of glass out of sight, so only its frame casts a shadow. */
function createDepthMaterial(): MeshDepthMaterial {
  const material = new MeshDepthMaterial();
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = `attribute vec4 tint;\n${shader.vertexShader}`.replace(
      "#include <begin_vertex>",
      "#include <begin_vertex>\nif ( ( int( tint.a * 255.0 + 0.5 ) & 15 ) == GLASS ) transformed = vec3( 0.0 );",
    );
  };
  material.defines = { GLASS: 10 };
  material.customProgramCacheKey = () => "block-depth";
  return material;
}
