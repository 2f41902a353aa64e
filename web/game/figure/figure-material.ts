import {
  Color,
  type DataArrayTexture,
  DoubleSide,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Texture,
} from "three";
import { SKIN_LAYERS } from "./figure-skin.ts";

/** Values that all materials of a figure share. */
export interface FigureUniforms {
  skin: { value: DataArrayTexture | null };
  /** The skin's layer of the head. */
  face: { value: number };
  tint: { value: Color };
  /** 1 for a ghost. */
  ghost: { value: number };
}

export const figureUniforms = (ghost: boolean, tint: string): FigureUniforms => ({
  skin: { value: null },
  face: { value: SKIN_LAYERS.head },
  tint: { value: new Color(tint) },
  ghost: { value: ghost ? 1 : 0 },
});

/** A ghost is brighter and less transparent at its outline, in its tint. The define would make faded figures opaque. */
const GHOST = /* glsl */ `
#undef OPAQUE
float rim = pow(1.0 - abs(dot(normalize(vViewPosition), normal)), 2.0);
float light = dot(outgoingLight, vec3(0.3, 0.6, 0.1));
outgoingLight = mix(outgoingLight, tint * (0.35 + 0.75 * light + 0.7 * rim), 0.68 * ghost);
diffuseColor.a *= mix(1.0, 0.8 + 1.1 * rim, ghost);
#include <opaque_fragment>`;

function withGhost(
  material: MeshLambertMaterial,
  uniforms: FigureUniforms,
  isBody: boolean,
): MeshLambertMaterial {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", "#include <common>\nuniform vec3 tint;\nuniform float ghost;")
      .replace("#include <opaque_fragment>", GHOST);
    if (!isBody) return;
    shader.vertexShader = shader.vertexShader
      .replace(
        "#include <common>",
        "#include <common>\nattribute vec2 part;\nuniform float face;\nvarying vec4 vSkin;",
      )
      .replace(
        "#include <uv_vertex>",
        "#include <uv_vertex>\nvSkin = vec4(uv, part.x < 0.5 ? face : part.x, part.y);",
      );
    shader.fragmentShader = shader.fragmentShader
      .replace(
        "#include <common>",
        "#include <common>\nuniform mediump sampler2DArray skin;\nvarying vec4 vSkin;",
      )
      .replace("#include <map_fragment>", "diffuseColor.rgb *= texture(skin, vSkin.xyz).rgb * vSkin.w;");
  };
  material.customProgramCacheKey = () => (isBody ? "figure-body" : "figure-model");
  return material;
}

/** The material of the body, which reads the skin. */
export const figureMaterial = (uniforms: FigureUniforms) =>
  withGhost(new MeshLambertMaterial(), uniforms, true);

/** The material of a hat or a toy. */
export const modelMaterial = (uniforms: FigureUniforms, map: Texture, transparent: boolean) =>
  withGhost(
    new MeshLambertMaterial({
      map,
      side: DoubleSide,
      transparent,
      alphaTest: transparent ? 1 / 255 : 0,
    }),
    uniforms,
    false,
  );

/** Only writes depth. Drawn before a see-through figure, it hides the figure's inner surfaces. */
export const depthMaterial = (map: Texture | null = null) =>
  new MeshBasicMaterial({
    colorWrite: false,
    forceSinglePass: true,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
    transparent: true,
    side: map ? DoubleSide : 0,
    ...(map ? { map, alphaTest: 0.5 } : {}),
  });
