import type { Scene } from "three";
import { coarseBodyMeshes } from "#domain/avatar/model/body.ts";
import type { MeshData } from "#domain/avatar/model/mesh.ts";
import type { RoomPlayer } from "#domain/room/events.ts";
import { poseOf } from "#domain/room/poses.ts";
import { PLACE_STEPS, type Seen } from "#domain/room/seen.ts";
import { TICKS_PER_SECOND } from "#domain/sim/v1/rules.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { bodyGeometry } from "#web/game/figure/figure-body.ts";
import {
  type FigureDetail,
  type FigurePose,
  type FlatFigure,
  GameFigure,
  restingPose,
} from "#web/game/figure/game-figure.ts";
import type { BlockMotions } from "./block-motions.ts";
import type { RoomTag } from "./room-tags.ts";

/** A place from a frame, in units relative to the motion of a block. */
interface Sample {
  tick: number;
  x: number;
  y: number;
  z: number;
  block: number;
  heading: number;
  pose: number;
}

/** Samples that are saved: more than a second of frames, for those that arrive together after a pause. */
const CAPACITY = 24;
/** A player who is this far from their last place didn't go there. In units. */
const TELEPORT = 12;
const RADIANS = (2 * Math.PI) / 256;

/** Where a player was at times, and where they are drawn between two of them. */
export class PlayerTrack {
  x = 0;
  y = 0;
  z = 0;
  /** Units per second, relative to a carrying block. */
  vx = 0;
  vy = 0;
  vz = 0;
  /** Radians. */
  heading = 0;
  pose = 0;
  /** A ring whose oldest sample is at `#first`. */
  readonly #samples = Array.from(
    { length: CAPACITY },
    (): Sample => ({ tick: 0, x: 0, y: 0, z: 0, block: -1, heading: 0, pose: 0 }),
  );
  #first = 0;
  #count = 0;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  clear(): void {
    this.#count = 0;
  }

  /** Adds a place from the frame at `tick`. Frames come each `frameTicks` ticks; players without changes aren't in them. */
  push(tick: number, seen: Seen, frameTicks: number): void {
    const last = this.#count > 0 ? this.#at(this.#count - 1) : null;
    if (last && tick <= last.tick) {
      write(last, last.tick, seen);
      return;
    }
    // They stood until a frame ago.
    if (last && tick - frameTicks > last.tick) Object.assign(this.#add(), last, { tick: tick - frameTicks });
    write(this.#add(), tick, seen);
  }

  #at(index: number): Sample {
    return this.#samples[(this.#first + index) % CAPACITY] as Sample;
  }

  #add(): Sample {
    if (this.#count < CAPACITY) this.#count++;
    else this.#first = (this.#first + 1) % CAPACITY;
    return this.#at(this.#count - 1);
  }

  /** Reads the place at a tick (with a fraction), on blocks as they are drawn now. Returns false if there is none. */
  read(tick: number, blocks: BlockMotions): boolean {
    if (this.#count === 0) return false;
    let next = 0;
    while (next < this.#count && this.#at(next).tick <= tick) next++;
    const from = this.#at(Math.max(0, next - 1));
    const to = this.#at(Math.min(next, this.#count - 1));
    this.heading = from.heading * RADIANS;
    this.pose = from.pose;
    blocks.read(from.block);
    this.x = from.x + blocks.x;
    this.y = from.y + blocks.y;
    this.z = from.z + blocks.z;
    this.vx = this.vy = this.vz = 0;
    if (to.tick <= from.tick) return true;
    blocks.read(to.block);
    const dx = to.x + blocks.x - this.x;
    const dy = to.y + blocks.y - this.y;
    const dz = to.z + blocks.z - this.z;
    if (Math.abs(dx) + Math.abs(dy) + Math.abs(dz) > TELEPORT) return true;
    const share = (tick - from.tick) / (to.tick - from.tick);
    this.x += dx * share;
    this.y += dy * share;
    this.z += dz * share;
    const perSecond = TICKS_PER_SECOND / (to.tick - from.tick);
    this.vx = dx * perSecond;
    this.vy = dy * perSecond;
    this.vz = dz * perSecond;
    return true;
  }
}

function write(sample: Sample, tick: number, { x, y, z, block, heading, pose }: Seen): void {
  sample.tick = tick;
  sample.x = x / PLACE_STEPS;
  sample.y = y / PLACE_STEPS;
  sample.z = z / PLACE_STEPS;
  sample.block = block;
  sample.heading = heading;
  sample.pose = pose;
}

/** Side of the cells whose vertices become one, in units. */
const CELL = 0.17;

/** A mesh with fewer triangles for small figures: vertices in the same cell that face the same side become one. */
function coarseMesh({ positions, normals, uvs, indices }: MeshData): MeshData {
  const byCell = new Map<string, number>();
  const vertices: number[] = [];
  const mapped = Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const at = (list: Float32Array, axis: number) => list[vertex * 3 + axis] ?? 0;
    const cell = [0, 1, 2].map((axis) => Math.floor(at(positions, axis) / CELL));
    const key = [...cell, ...[0, 1, 2].map((axis) => Math.round(at(normals, axis)))].join();
    const found = byCell.get(key);
    if (found !== undefined) return found;
    byCell.set(key, vertices.length);
    return vertices.push(vertex) - 1;
  });
  const triangles: number[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const [a = 0, b = 0, c = 0] = [0, 1, 2].map((corner) => mapped[indices[i + corner] ?? 0]);
    if (a !== b && b !== c && c !== a) triangles.push(a, b, c);
  }
  const pick = (list: Float32Array, size: number) =>
    Float32Array.from(vertices.flatMap((vertex) => [...list.subarray(vertex * size, (vertex + 1) * size)]));
  return {
    positions: pick(positions, 3),
    normals: pick(normals, 3),
    uvs: pick(uvs, 2),
    indices: Uint32Array.from(triangles),
  };
}

/** How flat figures are drawn. Only others than the player's own are, so it's loaded with them. */
export const FLAT_FIGURE: FlatFigure = { body: bodyGeometry(coarseBodyMeshes), model: coarseMesh };

/** Ranks by distance from which bopis move their joints in every second and every third frame. */
const SECOND = 12;
const THIRD = 24;
/** Motions with feet on a floor, where a spot of shadow is drawn. */
const GROUNDED: ReadonlySet<string> = new Set(["idle", "walk", "run", "cheer", "sleep"]);

/** Another player in the level. */
export class OtherPlayer {
  player: RoomPlayer;
  readonly track = new PlayerTrack();
  readonly tag: RoomTag;
  readonly position: Vec3 = [0, 0, 0];
  vx = 0;
  vz = 0;
  /** Whether they have a place in the level now. */
  isPlaced = false;
  rank = Number.POSITIVE_INFINITY;
  distance = 0;
  /** How they should be drawn; null if they shouldn't. */
  detail: FigureDetail | null = null;
  figure: GameFigure | null = null;
  #drawnDetail: FigureDetail | null = null;
  #owed = 0;
  readonly #pose = restingPose();

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
    this.figure = new GameFigure(this.player.look, { detail, flat: FLAT_FIGURE, reducedMotion: isStill });
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
