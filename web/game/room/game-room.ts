import type { Scene } from "three";
import type { ComeEvent, RoomMessage, RoomPlayer } from "#domain/room/events.ts";
import type { Finished } from "#domain/room/frames.ts";
import type { Physics } from "#domain/sim/index.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import { TICKS_PER_SECOND } from "#domain/sim/v1/rules.ts";
import type { GameCamera } from "#web/game/camera.ts";
import type { FigureDetail, GameFigure } from "#web/game/figure/game-figure.ts";
import type { GameActor } from "#web/game/game-actor.ts";
import type { GameRenderer } from "#web/game/game-renderer.ts";
import type { GameLoop } from "#web/game/loop.ts";
import type { PlayerRun } from "#web/game/player-run.ts";
import { TIERS, type Tier } from "#web/game/world/tiers.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import { BlockMotions } from "./block-motions.ts";
import { OtherPlayer } from "./other-player.ts";
import type { PlacesEvent, RoomLink } from "./room-link.ts";
import { type RoomLine, type RoomNotice, RoomPeople, type RoomPerson } from "./room-people.ts";
import { bopiOpacity, createTagLayer, RoomTag } from "./room-tags.ts";
import { PastClock, RunSender, type RunSenderSeam } from "./run-sender.ts";

/** Bopis after the player's own that are drawn with more detail, and all that low tiers draw. */
const REDUCED = 11;
const LOW_TIER = 20;

/** How the bopi is drawn that is the `rank`th nearest one, from 0; null if it isn't. */
export function detailFor(rank: number, tier: Tier): FigureDetail | null {
  if (tier === "low") return rank < LOW_TIER ? "flat" : null;
  return rank < REDUCED ? "reduced" : "flat";
}

export type { RoomLine, RoomNotice, RoomPerson } from "./room-people.ts";

const RANK_SECONDS = 0.4;
const DATA_SECONDS = 0.5;
/** Speed at which an emote ends, in units per second. */
const MOVING_SPEED = 0.8;

const importEmotes = () => import("./emote-motion.ts");

interface RoomSeam {
  game: RunSenderSeam["game"];
  canvas: HTMLCanvasElement;
  overlay: HTMLElement;
  scene: Scene;
  course: Course;
  physics: Physics;
  renderer: GameRenderer;
  camera: GameCamera;
  loop: GameLoop;
  run: PlayerRun;
  actor: GameActor;
  isStill: boolean;
  /** The game calls the hooks no more. */
  detach(): void;
}

/** Shows the others of a room in a game, and brings the player's runs to the room. */
export const attachRoom = (link: RoomLink, seam: RoomSeam): GameRoom => new GameRoom(link, seam);

/** The others in a level that is played in a room. */
export class GameRoom {
  /** The user that the camera follows; null for the player. */
  readonly watched = createStore<number | null>(null);
  /** The other player that the camera follows; null without one. */
  followed: OtherPlayer | null = null;
  readonly #link: RoomLink;
  readonly #seam: RoomSeam;
  readonly #people: RoomPeople;
  readonly #sender: RunSender;
  readonly #blocks: BlockMotions;
  readonly #past = new PastClock();
  readonly #layer: HTMLElement;
  readonly #ownTag: RoomTag;
  readonly #observer: ResizeObserver;
  readonly #stops: (() => void)[];
  readonly #finishListeners = new Set<(finished: Finished) => void>();
  /** The others by user, and by the slot that frames name. */
  readonly #others = new Map<number, OtherPlayer>();
  readonly #bySlot = new Map<number, OtherPlayer>();
  /** The others, nearest first. */
  #ranked: OtherPlayer[] = [];
  /** How the gestures of figures are ended. */
  readonly #gestures = new WeakMap<GameFigure, () => void>();
  #frameTicks = 4;
  #isHidden = false;
  #isShown = true;
  #isDisposed = false;
  #width = 0;
  #height = 0;
  #frame = 0;
  #seconds = 0;
  #sinceRank = RANK_SECONDS;
  #sinceData = 0;

  constructor(link: RoomLink, seam: RoomSeam) {
    this.#link = link;
    this.#seam = seam;
    this.#people = new RoomPeople(link);
    this.#sender = new RunSender(link, seam);
    this.#blocks = new BlockMotions(seam.course);
    this.#layer = createTagLayer(seam.overlay);
    this.#ownTag = new RoomTag(this.#layer, true);
    this.#observer = new ResizeObserver(([entry]) => {
      this.#width = entry?.contentRect.width ?? 0;
      this.#height = entry?.contentRect.height ?? 0;
    });
    this.#observer.observe(seam.canvas);
    this.#stops = [
      link.state.subscribe(() => this.#onState()),
      link.on("welcome", ({ rate }) => this.#onWelcome(rate)),
      link.on("come", (event) => this.#onCome(event)),
      link.on("left", ({ slot }) => this.#onLeft(slot)),
      link.on("message", (event) => this.#onRoomMessage(event)),
      link.on("frame", (event) => this.#onFrame(event)),
      link.on("finished", (finished) => {
        for (const listener of this.#finishListeners) listener(finished);
      }),
    ];
    // The link can be in the room since before this code was loaded.
    if (!link.room) return;
    this.#onWelcome(link.rate);
    this.#onCome({ players: [...link.players.values()], room: link.room });
  }

  get people(): Store<RoomPerson[]> {
    return this.#people.people;
  }

  /** The newest lines of chat, oldest first, without those of muted players. */
  get lines(): Store<RoomLine[]> {
    return this.#people.lines;
  }

  get notices(): Store<RoomNotice | null> {
    return this.#people.notices;
  }

  /** Whether the player can remove others from the level. */
  get canRemove(): boolean {
    return this.#people.canRemove;
  }

  chat(text: string): void {
    this.#link.chat(text);
  }

  /** `emote` is an index in `EMOTES`. */
  emote(emote: number): void {
    this.#link.emote(emote);
  }

  /** Hides a player's lines and bubbles, until the room is left. */
  setMuted(userId: number, on: boolean): void {
    this.#people.setMuted(userId, on);
    if (on) this.#others.get(userId)?.tag.clearBubble();
  }

  setHideOthers(on: boolean): void {
    this.#isHidden = on;
    if (on) this.watch(null);
  }

  /** The camera follows another player; the own bopi stays where it is. Null goes back. */
  watch(userId: number | null): void {
    const other = userId === null ? null : (this.#others.get(userId) ?? null);
    if (other === this.followed) return;
    this.followed = other;
    this.#seam.camera.snap();
    this.#sinceRank = RANK_SECONDS;
    this.#link.watch(other?.player.slot ?? null);
    this.watched.set(other?.player.user.id ?? null);
  }

  /** Called for each run that anyone in the room finishes. */
  onFinished(listener: (finished: Finished) => void): () => void {
    this.#finishListeners.add(listener);
    return () => this.#finishListeners.delete(listener);
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#seam.detach();
    this.#sender.dispose();
    this.#people.dispose();
    for (const stop of this.#stops) stop();
    for (const other of this.#others.values()) other.dispose();
    this.#others.clear();
    this.#bySlot.clear();
    this.#ranked = [];
    this.#observer.disconnect();
    this.#layer.remove();
    if (this.followed) this.#seam.camera.snap();
    this.followed = null;
    this.#finishListeners.clear();
    const { dataset } = this.#seam.canvas;
    for (const name of ["others", "people", "roomTick", "runKey"]) delete dataset[name];
  }

  step(): void {
    this.#sender.step();
  }

  restart(): void {
    this.#sender.restart();
    this.#seam.actor.figure.gesture = null;
  }

  /** Before the camera moves: blocks are drawn `alpha` (0–1) after the tick before `tick`. `isShown`: no replay is shown. */
  move(isShown: boolean, tick: number, alpha: number, seconds: number): void {
    this.#sender.followClock();
    this.#isShown = isShown;
    this.#seconds = seconds;
    this.#frame++;
    this.#past.advance(seconds, this.#link.exactTick());
    this.#blocks.setMoment(tick, alpha);
    for (const other of this.#ranked) other.move(this.#past.tick, this.#blocks);
    this.#sinceRank += seconds;
    if (this.#sinceRank >= RANK_SECONDS) this.#rank();
    this.#renewOne();
    for (const other of this.#ranked) this.#drawBopi(other, seconds);
    this.#endOwnGesture();
  }

  /** The watched player comes before buddies, and buddies before all others. */
  #priority(other: OtherPlayer): number {
    return other === this.followed ? 2 : Number(other.player.is_buddy);
  }

  /** Sorts others by priority and distance, and chooses their details. */
  #rank(): void {
    this.#sinceRank = 0;
    const { camera, renderer } = this.#seam;
    const { tier } = renderer;
    const { far } = TIERS[tier];
    const [cx, cy, cz] = camera.focus;
    for (const other of this.#ranked) {
      const [x, y, z] = other.position;
      const distance = Math.hypot(x - cx, y - cy, z - cz);
      other.distance = other === this.followed ? -1 : other.isPlaced ? distance : FAR_AWAY;
    }
    // A low tier draws few of a full room, but buddies always.
    this.#ranked.sort((a, b) => this.#priority(b) - this.#priority(a) || a.distance - b.distance);
    for (const [rank, other] of this.#ranked.entries()) {
      other.rank = rank;
      if (other === this.followed) other.detail = "full";
      else other.detail = other.distance < far ? detailFor(rank, tier) : null;
    }
  }

  /** Textures take a moment, so only one bopi is made or changed in a frame. */
  #renewOne(): void {
    if (this.#isHidden) return;
    const other = this.#ranked.find(({ isOutdated, isPlaced }) => isOutdated && isPlaced);
    other?.renew(this.#seam.scene, this.#seam.isStill);
  }

  #drawBopi(other: OtherPlayer, seconds: number): void {
    const [x, y, z] = other.position;
    const [cx, cy, cz] = this.#seam.camera.position;
    const [sx, sy, sz] = this.#seam.course.world.spawn.position;
    const fromCamera = Math.hypot(x - cx, y + 2 - cy, z - cz);
    const fromSpawn = other === this.followed ? Number.POSITIVE_INFINITY : Math.hypot(x - sx, y - sy, z - sz);
    other.opacity = bopiOpacity(fromCamera, fromSpawn);
    if (other.figure?.gesture && (other.motion !== "idle" || Math.hypot(other.vx, other.vz) > MOVING_SPEED))
      this.#endGesture(other.figure);
    other.draw(this.#isShown && !this.#isHidden, seconds, this.#frame);
  }

  draw(): void {
    const camera = this.#seam.renderer.camera;
    for (const other of this.#ranked) {
      const { tag, position, isPlaced } = other;
      tag.age(this.#seconds);
      if (this.#isShown && !this.#isHidden && isPlaced && other.detail !== null)
        tag.place(position[0], position[1], position[2], camera, this.#width, this.#height);
      else tag.hide();
    }
    const [x, y, z] = this.#seam.actor.position;
    this.#ownTag.age(this.#seconds);
    if (this.#isShown) this.#ownTag.place(x, y, z, camera, this.#width, this.#height);
    else this.#ownTag.hide();
    this.#sinceData += this.#seconds;
    if (this.#sinceData >= DATA_SECONDS) this.#writeData();
  }

  #writeData(): void {
    this.#sinceData = 0;
    const { dataset } = this.#seam.canvas;
    const drawn = this.#ranked.filter(({ isDrawn }) => isDrawn);
    dataset.others = String(drawn.length);
    dataset.roomTick = this.#link.exactTick().toFixed(1);
    dataset.runKey = this.#link.runKey ?? "";
    dataset.people = JSON.stringify(
      drawn.map(({ player, position, motion, tag }) => ({
        slot: player.slot,
        username: player.user.username,
        x: rounded(position[0]),
        y: rounded(position[1]),
        z: rounded(position[2]),
        pose: motion,
        bubble: tag.text,
      })),
    );
  }

  #onState(): void {
    const { at } = this.#link.state.get();
    // Where others are isn't known anymore.
    if (at === "alone" || at === "closed") for (const other of this.#ranked) other.track.clear();
    if (at !== "closed") return;
    this.watch(null);
    for (const other of [...this.#ranked]) this.#remove(other);
  }

  #onWelcome(rate: number): void {
    this.#frameTicks = TICKS_PER_SECOND / Math.max(1, rate);
    this.#bySlot.clear();
    for (const other of this.#ranked) other.track.clear();
  }

  #onCome({ players, room }: ComeEvent): void {
    if (room) {
      const present = new Set(players.map(({ user }) => user.id));
      for (const other of [...this.#ranked]) if (!present.has(other.player.user.id)) this.#remove(other);
    }
    for (const player of players) if (player.slot !== this.#link.slot) this.#add(player);
    // A new connection doesn't know that the player watches someone.
    if (room && this.followed) this.#link.watch(this.followed.player.slot);
  }

  #add(player: RoomPlayer): void {
    const { id } = player.user;
    const { slot } = player;
    const last = this.#bySlot.get(slot);
    if (last && last.player.user.id !== id) this.#remove(last);
    let other = this.#others.get(id);
    if (other) {
      if (this.#bySlot.get(other.player.slot) === other) this.#bySlot.delete(other.player.slot);
      other.track.clear();
    } else {
      other = new OtherPlayer(player, new RoomTag(this.#layer, false));
      this.#others.set(id, other);
      this.#ranked.push(other);
    }
    other.setPlayer(player);
    this.#bySlot.set(slot, other);
    const seen = this.#link.seen.get(slot);
    if (seen) other.track.push(Math.floor(this.#link.exactTick()), seen, this.#frameTicks);
    this.#sinceRank = RANK_SECONDS;
  }

  #remove(other: OtherPlayer): void {
    const { slot, user } = other.player;
    if (this.followed === other) this.watch(null);
    if (this.#others.get(user.id) === other) this.#others.delete(user.id);
    if (this.#bySlot.get(slot) === other) this.#bySlot.delete(slot);
    this.#ranked = this.#ranked.filter((one) => one !== other);
    other.dispose();
  }

  #onLeft(slot: number): void {
    const other = this.#bySlot.get(slot);
    if (other) this.#remove(other);
  }

  #onRoomMessage(event: RoomMessage): void {
    const isOwn = "slot" in event && event.slot === this.#link.slot;
    const other = "slot" in event ? this.#bySlot.get(event.slot) : undefined;
    if (!("slot" in event) || (!isOwn && !other) || this.#people.at(event.slot)?.isMuted) return;
    const tag = other?.tag ?? this.#ownTag;
    if ("text" in event) tag.showLine(event.text);
    else if ("emote" in event) {
      tag.emote(event.emote);
      void this.#gesture(other ?? null, event.emote);
    }
  }

  #onFrame({ tick, changed, seen }: PlacesEvent): void {
    this.#past.noteFrame(this.#link.exactTick() - tick);
    for (const slot of changed) {
      const place = seen.get(slot);
      if (place) this.#bySlot.get(slot)?.track.push(tick, place, this.#frameTicks);
    }
  }

  /** Lets a bopi show an emote: another player's, or the player's own. */
  async #gesture(other: OtherPlayer | null, emote: number): Promise<void> {
    const module = await importEmotes().catch(() => null);
    const figure = other ? other.figure : this.#seam.actor.figure;
    if (!module || !figure || this.#isDisposed) return;
    const motion = new module.EmoteMotion(emote, this.#seam.isStill);
    this.#gestures.set(figure, () => motion.end());
    figure.gesture = (joints, seconds) => motion.apply(joints, seconds);
  }

  #endGesture(figure: GameFigure): void {
    this.#gestures.get(figure)?.();
  }

  /** Moving ends the player's own emote. */
  #endOwnGesture(): void {
    const { actor, run } = this.#seam;
    const { vx, vz, ground } = run.runner;
    if (!actor.figure.gesture || !run.hasBegun) return;
    if (Math.hypot(vx, vz) > MOVING_SPEED || ground < 0) this.#endGesture(actor.figure);
  }
}

/** Of others whose place isn't known: finite, so that it can be compared. */
const FAR_AWAY = Number.MAX_VALUE;
const rounded = (value: number): number => Math.round(value * 100) / 100;
