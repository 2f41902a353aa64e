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

/** Without a graphics card, the lowest tier has this share of its pixels in each direction: each costs processor time. */
const SOFTWARE_SHARE = 0.5;

/** Sets the number of canvas pixels of a tier. */
export function setRendererTier(renderer: WebGLRenderer, tier: Tier): void {
  const share = tier === "low" && isSoftware(renderer.getContext()) ? SOFTWARE_SHARE : 1;
  renderer.setPixelRatio(Math.min(window.devicePixelRatio, share * TIERS[tier].pixelRatio));
}

type WebGlContext = WebGLRenderingContext | WebGL2RenderingContext;

function isSoftware(context: WebGlContext): boolean {
  const info = context.getExtension("WEBGL_debug_renderer_info");
  const name = info ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

/** The tier to begin with, by what the device is. */
export function guessTier(context: WebGlContext): Tier {
  if (isSoftware(context)) return "low";
  const isSmall = matchMedia("(pointer: coarse)").matches || navigator.hardwareConcurrency <= 4;
  return isSmall ? "medium" : "high";
}
