import {
  type BufferGeometry,
  Color,
  type DataArrayTexture,
  DoubleSide,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
  SkinnedMesh,
  type Texture,
} from "three";
import {
  contactShadow,
  type EquippedModel,
  geometryOf,
  hasAlpha,
  NOTHING_EQUIPPED,
} from "#domain/avatar/model/assemble-bopi.ts";
import type { MeshData } from "#domain/avatar/model/mesh.ts";
import { loadEquipped } from "#web/scene/load.ts";
import type { PreviewLook } from "#web/scene/look.ts";
import { type AnimatedState, FigureAnimation } from "./figure-animation.ts";
import { FigureRig, figureBody, figureBounds } from "./figure-body.ts";
import { makeFigureSkin, makeModelTexture, SKIN_LAYERS } from "./figure-skin.ts";
import type { FigureJoints } from "./pose.ts";

const figureUniforms = (ghost: boolean, tint: string) => ({
  skin: { value: null as DataArrayTexture | null },
  /** The skin's layer of the head. */
  face: { value: SKIN_LAYERS.head as number },
  tint: { value: new Color(tint) },
  ghost: { value: ghost ? 1 : 0 },
});
type FigureUniforms = ReturnType<typeof figureUniforms>;

/** A ghost is brighter and less transparent at its outline, in its tint. The define would make faded figures opaque. */
const GHOST = /* glsl */ `
#undef OPAQUE
float rim = pow(1.0 - abs(dot(normalize(vViewPosition), normal)), 2.0);
float light = dot(outgoingLight, vec3(0.3, 0.6, 0.1));
outgoingLight = mix(outgoingLight, tint * (0.35 + 0.75 * light + 0.7 * rim), 0.68 * ghost);
diffuseColor.a *= mix(1.0, 0.8 + 1.1 * rim, ghost);
#include <opaque_fragment>`;

function withGhost(material: MeshLambertMaterial, uniforms: FigureUniforms, isBody: boolean) {
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

/** Only writes depth. Drawn before a see-through figure, it hides the figure's inner surfaces. */
const depthMaterial = (map: Texture | null = null) =>
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

/** Full for the player, reduced for those nearby, flat for small ones. */
export type FigureDetail = "full" | "reduced" | "flat";

export interface FigurePose extends AnimatedState {
  /** Of the feet. */
  x: number;
  y: number;
  z: number;
  /** 0 hides the figure but not its shadow, for a view from its eyes. */
  opacity: number;
  /** Height of the floor below, for a spot of shadow on it; none by default. */
  floor?: number | null;
}

export function restingPose(): FigurePose {
  const still = { x: 0, y: 0, z: 0, heading: 0, speed: 0, verticalSpeed: 0 };
  return { ...still, motion: "idle", opacity: 1, floor: null };
}

/** Meshes with few triangles. */
export interface FlatFigure {
  body: () => BufferGeometry;
  model: (mesh: MeshData) => MeshData;
}

export type Gesture = (joints: FigureJoints, seconds: number) => boolean;

export interface FigureOptions {
  /** See-through, in the color `tint`, without a shadow. */
  ghost?: boolean;
  tint?: string;
  detail?: FigureDetail;
  /** For figures that can be flat: `FLAT_FIGURE`. */
  flat?: FlatFigure;
  reducedMotion?: boolean;
}

const TEXTURE_SIDES: Record<FigureDetail, number> = { full: 512, reduced: 256, flat: 64 };
const GHOST_OPACITY = 0.5;
const GHOST_TINT = "#8fd3ff";
/** Opacities this close to 0 and 1 count as those. */
const ALMOST = 0.02;
const TELEPORT = 12;
/** See-through figures are drawn after everything else: first their depth, then their colors. */
const DEPTH_ORDER = 1;
const COLOR_ORDER = 2;
/** The figure's height above the floor at which the spot vanishes, and the spot's. */
const SHADOW_HEIGHT = 14;
const SHADOW_GAP = 0.04;

let figures = 0;

/** A mesh, and another one that writes its depth while the figure is see-through. */
interface DrawnPart {
  mesh: Mesh<BufferGeometry, MeshLambertMaterial>;
  depth: Mesh<BufferGeometry, MeshBasicMaterial>;
  transparent: boolean;
}

/** Shows a bopi that moves. It's plain at once, and dressed when its items' files are loaded. */
export class GameFigure {
  readonly object: Object3D;
  /** Changes the joints of each update, for gestures. Removed when it returns false. */
  gesture: Gesture | null = null;
  readonly #rig = new FigureRig();
  readonly #animation: FigureAnimation;
  readonly #uniforms: FigureUniforms;
  readonly #body: DrawnPart;
  readonly #shadow: Mesh<BufferGeometry, MeshBasicMaterial> | null;
  readonly #flat: FlatFigure | null;
  readonly #isGhost: boolean;
  #models: DrawnPart[] = [];
  #look: PreviewLook;
  #equipped = NOTHING_EQUIPPED;
  #detail: FigureDetail;
  /** Counts loads, so that an outdated one is ignored. */
  #version = 0;
  #opacity = 1;

  constructor(
    look: PreviewLook,
    { ghost = false, tint = GHOST_TINT, detail = "full", flat, reducedMotion = false }: FigureOptions = {},
  ) {
    const { root, skeleton } = this.#rig;
    this.object = root;
    this.#look = look;
    this.#detail = detail;
    this.#flat = flat ?? null;
    this.#isGhost = ghost;
    this.#animation = new FigureAnimation(reducedMotion, ++figures);
    this.#uniforms = figureUniforms(ghost, tint);
    const skinned = <T extends Material>(material: T) => {
      const mesh = new SkinnedMesh(figureBody(), material);
      mesh.bind(skeleton, mesh.matrixWorld);
      mesh.boundingSphere = figureBounds();
      root.add(mesh);
      return mesh;
    };
    const body = withGhost(new MeshLambertMaterial(), this.#uniforms, true);
    const depth = skinned(depthMaterial());
    this.#body = { depth, mesh: skinned(body), transparent: false };
    this.#shadow = ghost ? null : ownShadow();
    if (this.#shadow) root.add(this.#shadow);
    this.#dress();
    this.#load();
  }

  /** Moves the figure on by `seconds`: the time since the last update, 0 for a pause. */
  update(pose: FigurePose, seconds: number): void {
    const { position, rotation } = this.object;
    const animation = this.#animation;
    if (Math.hypot(pose.x - position.x, pose.y - position.y, pose.z - position.z) > TELEPORT)
      animation.snap(pose);
    const joints = animation.update(pose, seconds);
    if (this.gesture?.(joints, seconds) === false) this.gesture = null;
    position.set(pose.x, pose.y, pose.z);
    rotation.y = animation.heading.value;
    this.#rig.apply(joints);
    const isBlinking = joints.eyes > 0.5 && !this.#equipped.face;
    this.#uniforms.face.value = isBlinking ? SKIN_LAYERS.closedEyes : SKIN_LAYERS.head;
    this.#setOpacity(pose.opacity * joints.opacity);
    this.#placeShadow(pose, joints.opacity);
  }

  setDetail(detail: FigureDetail): void {
    if (detail === this.#detail) return;
    this.#detail = detail;
    this.#dress();
  }

  /** Changes colors and items. The figure stays as it is until the files are loaded. */
  setLook(look: PreviewLook): void {
    this.#look = look;
    this.#load();
  }

  dispose(): void {
    this.#version++;
    this.object.removeFromParent();
    this.#undress();
    this.#rig.skeleton.dispose();
    const { mesh, depth } = this.#body;
    for (const part of [mesh, depth, this.#shadow]) part?.material.dispose();
  }

  async #load(): Promise<void> {
    const version = ++this.#version;
    const equipped = await loadEquipped(this.#look.items, { skipFailed: true });
    if (version !== this.#version) return;
    this.#equipped = equipped;
    this.#dress();
  }

  #dress(): void {
    this.#undress();
    const { hats, toy } = this.#equipped;
    const { mesh, depth } = this.#body;
    this.#uniforms.skin.value = makeFigureSkin(
      this.#look.colors,
      this.#equipped,
      TEXTURE_SIDES[this.#detail],
    );
    mesh.geometry = depth.geometry = (this.#shownFlat?.body ?? figureBody)();
    this.#animation.carries = toy !== null;
    for (const hat of hats) this.#addModel(hat, this.#rig.hats);
    if (toy) this.#addModel(toy, this.#rig.hand);
    this.#setOpacity(this.#opacity);
  }

  get #shownFlat(): FlatFigure | null {
    return this.#detail === "flat" ? this.#flat : null;
  }

  #addModel({ mesh: data, texture }: EquippedModel, parent: Object3D): void {
    const geometry = geometryOf(this.#shownFlat?.model(data) ?? data);
    const map = makeModelTexture(texture, TEXTURE_SIDES[this.#detail]);
    const transparent = hasAlpha(texture);
    const depth = new Mesh(geometry, depthMaterial(map));
    const alphaTest = transparent ? 1 / 255 : 0;
    const material = new MeshLambertMaterial({ map, side: DoubleSide, transparent, alphaTest });
    const mesh = new Mesh(geometry, withGhost(material, this.#uniforms, false));
    parent.add(depth, mesh);
    this.#models.push({ mesh, depth, transparent });
  }

  #undress(): void {
    this.#uniforms.skin.value?.dispose();
    for (const { mesh, depth } of this.#models.splice(0)) {
      mesh.removeFromParent();
      depth.removeFromParent();
      for (const resource of [mesh.geometry, mesh.material.map, mesh.material, depth.material])
        resource?.dispose();
    }
  }

  #setOpacity(opacity: number): void {
    this.#opacity = opacity;
    const isClear = this.#isGhost || opacity < 1 - ALMOST;
    for (const part of this.#models) this.#show(part, isClear);
    this.#show(this.#body, isClear);
  }

  #show({ mesh, depth, transparent }: DrawnPart, isClear: boolean): void {
    mesh.visible = this.#opacity > ALMOST;
    mesh.material.opacity = isClear ? this.#opacity * (this.#isGhost ? GHOST_OPACITY : 1) : 1;
    mesh.material.transparent = transparent || isClear;
    // Backs need their own draw only if they show through, which depth prevents in a see-through figure.
    mesh.material.forceSinglePass = isClear || !transparent;
    mesh.renderOrder = isClear ? COLOR_ORDER : 0;
    mesh.castShadow = !this.#isGhost && this.#opacity > 0.5;
    mesh.receiveShadow = !this.#isGhost;
    depth.visible = isClear && mesh.visible;
    depth.renderOrder = DEPTH_ORDER;
  }

  /** Puts the spot on the floor below. It's smaller and lighter the higher the figure is. */
  #placeShadow({ y, floor }: FigurePose, opacity: number): void {
    const shadow = this.#shadow;
    if (!shadow) return;
    const height = floor == null ? SHADOW_HEIGHT : Math.max(0, y - floor);
    const share = 1 - height / SHADOW_HEIGHT;
    const { x: wide, y: tall } = this.object.scale;
    shadow.visible = share > 0 && wide > ALMOST;
    if (!shadow.visible) return;
    const size = (0.55 + 0.45 * share) * Math.min(1, 1 / wide);
    shadow.position.y = (SHADOW_GAP - height) / tall;
    shadow.scale.set(size, 1, size);
    shadow.material.opacity = share * opacity;
  }
}

function ownShadow(): Mesh<BufferGeometry, MeshBasicMaterial> {
  const { geometry, material } = contactShadow() as Mesh<BufferGeometry, MeshBasicMaterial>;
  const shadow = new Mesh(geometry, material.clone());
  shadow.renderOrder = -1;
  return shadow;
}
