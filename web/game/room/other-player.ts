import type { Scene } from "three";
import type { RoomPlayer } from "#domain/room/events.ts";
import { poseOf } from "#domain/room/poses.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { FLAT_FIGURE } from "../figure/flat-figure.ts";
import {
  createGameFigure,
  type FigureDetail,
  type FigurePose,
  type GameFigure,
} from "../figure/game-figure.ts";
import type { BlockMotions } from "./block-motions.ts";
import { PlayerTrack } from "./player-track.ts";
import type { Followed } from "./room-hooks.ts";
import type { RoomTag } from "./room-tags.ts";

/** Ranks by distance from which bopis move their joints in every second and every third frame. */
const SECOND = 12;
const THIRD = 24;
/** Motions with feet on a floor, where a spot of shadow is drawn. */
const GROUNDED: ReadonlySet<string> = new Set(["idle", "walk", "run", "cheer", "sleep"]);

/** Another player in the level. */
export class OtherPlayer implements Followed {
  player: RoomPlayer;
  readonly track = new PlayerTrack();
  readonly tag: RoomTag;
  readonly position: Vec3 = [0, 0, 0];
  vx = 0;
  vz = 0;
  /** Whether they have a place in the level now. */
  isPlaced = false;
  /** 0 is the nearest. */
  rank = Number.POSITIVE_INFINITY;
  distance = 0;
  /** How they should be drawn; null if they shouldn't. */
  detail: FigureDetail | null = null;
  figure: GameFigure | null = null;
  #drawnDetail: FigureDetail | null = null;
  #owed = 0;
  readonly #pose: FigurePose = {
    x: 0,
    y: 0,
    z: 0,
    heading: 0,
    motion: "idle",
    speed: 0,
    verticalSpeed: 0,
    opacity: 1,
    floor: null,
  };

  constructor(player: RoomPlayer, tag: RoomTag) {
    this.player = player;
    this.tag = tag;
  }

  get motion(): FigurePose["motion"] {
    return this.#pose.motion;
  }

  get opacity(): number {
    return this.#pose.opacity;
  }

  set opacity(opacity: number) {
    this.#pose.opacity = opacity;
  }

  get isDrawn(): boolean {
    return this.figure?.object.visible ?? false;
  }

  /** Finds where they were at a tick. */
  move(tick: number, blocks: BlockMotions): void {
    const { track } = this;
    const pose = poseOf(track.read(tick, blocks) ? track.pose : 0);
    this.isPlaced = !track.isEmpty && pose !== "watching";
    if (!this.isPlaced || pose === "watching") return;
    this.position[0] = track.x;
    this.position[1] = track.y;
    this.position[2] = track.z;
    this.vx = track.vx;
    this.vz = track.vz;
    const shown = this.#pose;
    shown.x = track.x;
    shown.y = track.y;
    shown.z = track.z;
    shown.heading = track.heading;
    shown.motion = pose;
    shown.speed = Math.hypot(track.vx, track.vz);
    shown.verticalSpeed = track.vy;
    shown.floor = GROUNDED.has(pose) ? track.y : null;
  }

  /** Whether the bopi has to be made, or changed to another detail, which takes a moment. */
  get isOutdated(): boolean {
    return this.detail !== null && this.detail !== this.#drawnDetail;
  }

  /** Makes the bopi, or draws it with the detail that it should have. */
  renew(scene: Scene, isStill: boolean): void {
    const { detail } = this;
    if (!detail) return;
    this.#drawnDetail = detail;
    if (this.figure) {
      this.figure.setDetail(detail);
      return;
    }
    this.figure = createGameFigure(this.player.look, { detail, flat: FLAT_FIGURE, reducedMotion: isStill });
    scene.add(this.figure.object);
  }

  /** Draws the bopi where it is. `frame` counts frames. */
  draw(isShown: boolean, seconds: number, frame: number): void {
    const { figure, rank } = this;
    if (!figure) return;
    figure.object.visible = isShown && this.isPlaced && this.detail !== null;
    if (!figure.object.visible) return;
    this.#owed += seconds;
    const every = rank < SECOND ? 1 : rank < THIRD ? 2 : 3;
    if ((frame + this.player.slot) % every !== 0) {
      figure.object.position.set(this.#pose.x, this.#pose.y, this.#pose.z);
      return;
    }
    figure.update(this.#pose, this.#owed);
    this.#owed = 0;
  }

  setPlayer(player: RoomPlayer): void {
    const isSame = JSON.stringify(player.look) === JSON.stringify(this.player.look);
    this.player = player;
    this.tag.setPlayer(player);
    if (!isSame) this.figure?.setLook(player.look);
  }

  dispose(): void {
    this.figure?.dispose();
    this.figure = null;
    this.tag.dispose();
  }
}
