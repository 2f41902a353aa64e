import { PCFShadowMap, WebGLRenderer } from "three";
import { TIERS, type Tier } from "./tiers.ts";

/** A renderer for level scenes: sRGB without tone mapping, as in the level pictures. */
export function createLevelRenderer(canvas: HTMLCanvasElement, tier?: Tier): WebGLRenderer {
  const renderer = new WebGLRenderer({
    canvas,
    antialias: true,
    alpha: false,
    powerPreference: "high-performance",
  });
  // Always on: whether the light casts shadows is up to the scene's tier.
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  setRendererTier(renderer, tier ?? guessTier(renderer.getContext()));
  return renderer;
}

/** Sets the number of canvas pixels of a tier. */
export function setRendererTier(renderer: WebGLRenderer, tier: Tier): void {
  renderer.setPixelRatio(Math.min(window.devicePixelRatio, TIERS[tier].pixelRatio));
}

/** Renderers without a graphics card. */
const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;

/** The tier to begin with, by what the device is. */
export function guessTier(context: WebGLRenderingContext | WebGL2RenderingContext): Tier {
  const info = context.getExtension("WEBGL_debug_renderer_info");
  const name = info ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  if (SOFTWARE.test(name)) return "low";
  const isSmall = matchMedia("(pointer: coarse)").matches || navigator.hardwareConcurrency <= 4;
  return isSmall ? "medium" : "high";
}
