import {
  type BufferGeometry,
  type Material,
  Mesh,
  type MeshBasicMaterial,
  type MeshLambertMaterial,
  type Object3D,
  SkinnedMesh,
  type Texture,
} from "three";
import {
  contactShadow,
  type EquippedItems,
  type EquippedModel,
  geometryOf,
  hasAlpha,
  NOTHING_EQUIPPED,
} from "#domain/avatar/model/assemble-bopi.ts";
import { loadEquipped } from "#web/scene/load.ts";
import type { PreviewLook } from "#web/scene/look.ts";
import { coarseMesh } from "./coarse-mesh.ts";
import { type AnimatedState, FigureAnimation } from "./figure-animation.ts";
import { coarseFigureBody, figureBody, figureBounds } from "./figure-body.ts";
import { depthMaterial, figureMaterial, figureUniforms, modelMaterial } from "./figure-material.ts";
import { FigureRig } from "./figure-rig.ts";
import { makeFigureSkin, makeModelTexture, SKIN_LAYERS } from "./figure-skin.ts";

export type BopiLook = PreviewLook;

/** Full for the player, reduced for those nearby, flat for small ones. */
export type FigureDetail = "full" | "reduced" | "flat";

/** Where a figure is and what it does. */
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

export interface GameFigure {
  readonly object: Object3D;
  /** Moves the figure on by `seconds`: the time since the last update, 0 for a pause. */
  update(pose: FigurePose, seconds: number): void;
  setDetail(detail: FigureDetail): void;
  /** Changes colors and items. The figure stays as it is until the files are loaded. */
  setLook(look: BopiLook): void;
  dispose(): void;
}

export interface FigureOptions {
  /** See-through, in the color `tint`, without a shadow. */
  ghost?: boolean;
  /** A CSS color. */
  tint?: string;
  detail?: FigureDetail;
  /** No bobbing, squashing and spinning. */
  reducedMotion?: boolean;
}

const TEXTURE_SIDES: Record<FigureDetail, number> = { full: 512, reduced: 256, flat: 64 };
const GHOST_OPACITY = 0.5;
const GHOST_TINT = "#8fd3ff";
/** Opacities this close to 0 and 1 count as those. */
const ALMOST = 0.02;
/** Farther than a figure moves in one frame. */
const TELEPORT = 12;
/** See-through figures are drawn after everything else: first their depth, then their colors. */
const DEPTH_ORDER = 1;
const COLOR_ORDER = 2;
const SHADOW_HEIGHT = 14;

let figures = 0;

/** Shows a bopi that moves. It's plain at once, and dressed when its items' files are loaded. */
export function createGameFigure(look: BopiLook, options: FigureOptions = {}): GameFigure {
  return new BopiFigure(look, options);
}

/** A drawn mesh, with another one that writes its depth while it's see-through. */
interface DrawnPart {
  mesh: Mesh;
  material: MeshLambertMaterial;
  transparent: boolean;
  depth: Mesh;
}

class BopiFigure implements GameFigure {
  readonly object: Object3D;
  private readonly rig = new FigureRig();
  private readonly animation: FigureAnimation;
  private readonly uniforms;
  private readonly body: DrawnPart;
  private readonly bodyDepth: MeshBasicMaterial;
  private readonly shadow: Mesh | null;
  private readonly isGhost: boolean;
  private models: DrawnPart[] = [];
  /** GPU resources of the equipped items and the skin. */
  private resources: (Material | Texture | BufferGeometry)[] = [];
  private look: BopiLook;
  private equipped: EquippedItems = NOTHING_EQUIPPED;
  private detail: FigureDetail;
  private version = 0;
  private opacity = 1;
  private hasClosedEyes = true;
  private readonly last = { x: 0, y: 0, z: 0 };

  constructor(
    look: BopiLook,
    { ghost = false, tint = GHOST_TINT, detail = "full", reducedMotion = false }: FigureOptions,
  ) {
    this.look = look;
    this.detail = detail;
    this.isGhost = ghost;
    this.object = this.rig.root;
    this.animation = new FigureAnimation(reducedMotion, ++figures);
    this.uniforms = figureUniforms(ghost, tint);
    const material = figureMaterial(this.uniforms);
    this.bodyDepth = depthMaterial();
    const skinned = (from: Material) => {
      const mesh = new SkinnedMesh(figureBody(), from);
      mesh.bind(this.rig.skeleton, mesh.matrixWorld);
      mesh.boundingSphere = figureBounds();
      this.object.add(mesh);
      return mesh;
    };
    this.body = { depth: skinned(this.bodyDepth), mesh: skinned(material), material, transparent: false };
    this.shadow = ghost ? null : ownShadow();
    if (this.shadow) this.object.add(this.shadow);
    this.dress();
    this.setOpacity(1);
    this.load();
  }

  update(pose: FigurePose, seconds: number): void {
    const { object, last, animation } = this;
    const { x, y, z } = pose;
    if (Math.hypot(x - last.x, y - last.y, z - last.z) > TELEPORT) animation.snap(pose);
    last.x = x;
    last.y = y;
    last.z = z;
    const joints = animation.update(pose, seconds);
    object.position.set(x, y, z);
    object.rotation.y = animation.heading.value;
    this.rig.apply(joints);
    this.uniforms.face.value =
      joints.eyes > 0.5 && this.hasClosedEyes ? SKIN_LAYERS.closedEyes : SKIN_LAYERS.head;
    this.setOpacity(pose.opacity * joints.opacity);
    this.placeShadow(pose, joints.opacity);
  }

  setDetail(detail: FigureDetail): void {
    if (detail === this.detail) return;
    this.detail = detail;
    this.dress();
    this.setOpacity(this.opacity);
  }

  setLook(look: BopiLook): void {
    this.look = look;
    this.load();
  }

  dispose(): void {
    this.version++;
    this.object.removeFromParent();
    this.undress();
    this.rig.skeleton.dispose();
    this.body.material.dispose();
    this.bodyDepth.dispose();
    if (this.shadow) (this.shadow.material as Material).dispose();
  }

  private load(): void {
    const version = ++this.version;
    loadEquipped(this.look.items, { skipFailed: true }).then((equipped) => {
      if (version !== this.version) return;
      this.equipped = equipped;
      this.dress();
      this.setOpacity(this.opacity);
    });
  }

  /** Draws the look's colors and the loaded items. */
  private dress(): void {
    this.undress();
    const { equipped, detail, uniforms } = this;
    const side = TEXTURE_SIDES[detail];
    const skin = makeFigureSkin(this.look.colors, equipped, side);
    this.resources.push(skin);
    uniforms.skin.value = skin;
    this.hasClosedEyes = !equipped.face;
    const geometry = detail === "flat" ? coarseFigureBody() : figureBody();
    this.body.mesh.geometry = geometry;
    this.body.depth.geometry = geometry;
    for (const hat of equipped.hats) this.addModel(hat, this.rig.hats, side);
    const { toy } = equipped;
    this.animation.carries = toy !== null;
    if (toy) this.addModel(toy, this.rig.hand, side);
  }

  private addModel({ mesh: data, texture }: EquippedModel, parent: Object3D, side: number): void {
    const geometry = geometryOf(this.detail === "flat" ? coarseMesh(data) : data);
    const map = makeModelTexture(texture, side);
    const transparent = hasAlpha(texture);
    const material = modelMaterial(this.uniforms, map, transparent);
    const depthOnly = depthMaterial(map);
    const depth = new Mesh(geometry, depthOnly);
    const mesh = new Mesh(geometry, material);
    parent.add(depth, mesh);
    this.models.push({ mesh, material, transparent, depth });
    this.resources.push(geometry, map, material, depthOnly);
  }

  private undress(): void {
    for (const { mesh, depth } of this.models) {
      mesh.removeFromParent();
      depth.removeFromParent();
    }
    for (const resource of this.resources) resource.dispose();
    this.models = [];
    this.resources = [];
  }

  private setOpacity(opacity: number): void {
    this.opacity = opacity;
    const isClear = this.isGhost || opacity < 1 - ALMOST;
    const shown = isClear ? opacity * (this.isGhost ? GHOST_OPACITY : 1) : 1;
    this.show(this.body, shown, isClear);
    for (const model of this.models) this.show(model, shown, isClear);
  }

  private show({ mesh, material, transparent, depth }: DrawnPart, opacity: number, isClear: boolean): void {
    mesh.visible = opacity > ALMOST;
    material.opacity = opacity;
    material.transparent = transparent || isClear;
    mesh.renderOrder = isClear ? COLOR_ORDER : 0;
    mesh.castShadow = !this.isGhost && opacity > 0.5;
    mesh.receiveShadow = !this.isGhost;
    depth.visible = isClear && mesh.visible;
    depth.renderOrder = DEPTH_ORDER;
  }

  /** Puts the spot on the floor below. It's smaller and lighter the higher the figure is. */
  private placeShadow({ y, floor }: FigurePose, opacity: number): void {
    const { shadow, object } = this;
    if (!shadow) return;
    const height = floor == null ? SHADOW_HEIGHT : Math.max(0, y - floor);
    const share = 1 - height / SHADOW_HEIGHT;
    shadow.visible = share > 0;
    if (share <= 0) return;
    const size = 0.55 + 0.45 * share;
    const { x: wide, y: tall } = object.scale;
    shadow.position.y = (0.04 - height) / (tall || 1);
    shadow.scale.set((size * Math.min(1, wide)) / (wide || 1), 1, (size * Math.min(1, wide)) / (wide || 1));
    (shadow.material as MeshBasicMaterial).opacity = share * opacity;
  }
}

/** The spot under the bopi, with an opacity of its own. */
function ownShadow(): Mesh {
  const shadow = contactShadow();
  shadow.material = (shadow.material as MeshBasicMaterial).clone();
  shadow.position.z = 0;
  return shadow;
}
