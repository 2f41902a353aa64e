import {
  Color,
  DataArrayTexture,
  type Material,
  MeshDepthMaterial,
  MeshLambertMaterial,
  SRGBColorSpace,
} from "three";
import type { Vec3 } from "#domain/world/schema.ts";
import { BLOCK_SHADER } from "./block-shader.ts";
import type { SceneMood } from "./scene-mood.ts";

export interface SharedUniforms {
  tiles: { value: DataArrayTexture };
  /** Seconds, for movements that don't affect play. Stands still with reduced motion. */
  time: { value: number };
  zenith: { value: Color };
  horizon: { value: Color };
}

export function createSharedUniforms(mood: SceneMood): SharedUniforms {
  return {
    tiles: { value: createPlainTile() },
    time: { value: 0 },
    zenith: { value: srgbColor(mood.zenith) },
    horizon: { value: srgbColor(mood.horizon) },
  };
}

/** One pixel of medium brightness and gloss without a slope, which stands for all tiles until they are drawn. */
function createPlainTile(): DataArrayTexture {
  const texture = new DataArrayTexture(new Uint8Array(4).fill(128), 1, 1, 1);
  texture.needsUpdate = true;
  return texture;
}

export const srgbColor = (rgb: Vec3): Color => new Color().setRGB(rgb[0], rgb[1], rgb[2], SRGBColorSpace);

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
