import type { ComeEvent, RoomPlayer, SaidEvent } from "#domain/room/events.ts";
import type { Finished, Receipt } from "#domain/room/frames.ts";
import { readInputs } from "#domain/sim/run-log.ts";
import { TICKS_PER_SECOND } from "#domain/sim/v1/rules.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import type { GameFigure } from "../figure/game-figure.ts";
import { TIERS } from "../world/tiers.ts";
import { BlockMotions } from "./block-motions.ts";
import { ClockSlew, PastClock } from "./clock-slew.ts";
import { detailFor } from "./detail-rules.ts";
import { bopiOpacity } from "./name-rules.ts";
import { OtherPlayer } from "./other-player.ts";
import { receiptRunner } from "./receipt-runner.ts";
import type { RoomHooks, RoomSeam } from "./room-hooks.ts";
import type { PlacesEvent, RoomLink } from "./room-link.ts";
import { createTagLayer, RoomTag } from "./room-tags.ts";
import { StateHistory } from "./state-history.ts";

/** Someone in the room, as the screens list them. */
export interface RoomPerson extends RoomPlayer {
  isSelf: boolean;
  isMuted: boolean;
  /** They watch someone instead of playing. */
  isWatching: boolean;
  /** The place of their best run since they are here, if it has one. */
  place: number | null;
}

/** A line of chat. */
export interface RoomLine {
  /** Grows with each line. */
  id: number;
  slot: number;
  userId: number;
  username: string;
  text: string;
}

/** Something that happened in the room. */
export interface RoomNotice {
  /** Grows with each notice. */
  id: number;
  kind: "joined" | "left" | "finished" | "problem";
  username?: string;
  ticks?: number;
  place?: number | null;
  /** Of a problem: why the own last line or emote had no effect. */
  message?: string;
}

/** The others in a level that is played in a room. */
export interface GameRoom {
  /** Everyone in the room, the player included. */
  readonly people: Store<RoomPerson[]>;
  /** The newest lines of chat, oldest first, without those of muted players. */
  readonly lines: Store<RoomLine[]>;
  readonly notices: Store<RoomNotice | null>;
  /** The user whom the camera follows; null for the player. */
  readonly watched: Store<number | null>;
  /** Whether the player can remove others from the level. */
  readonly canRemove: boolean;
  say(text: string): void;
  /** `emote` is an index in `EMOTES`. */
  emote(emote: number): void;
  /** Hides a player's lines and bubbles, until the room is left. */
  setMuted(userId: number, on: boolean): void;
  /** Draws no one else. */
  setHideOthers(on: boolean): void;
  /** The camera follows another player; the own bopi stays where it is. Null goes back. */
  watch(userId: number | null): void;
  /** Called for each run that anyone in the room finishes. */
  onFinished(listener: (finished: Finished) => void): () => void;
  dispose(): void;
}

/** Lines that are kept. */
const MAX_LINES = 50;
/** The game's clock jumps to the room's from this difference on, in ticks, before a run begins. */
const JUMP_TICKS = 2;
/** A run whose clock is further off than this isn't one of the room, nor is one that began so long ago. */
const OFF_TICKS = 120;
const OLD_TICKS = 480;
/** States are compared at these ticks (rule 13). */
const STATE_TICKS = 60;
/** Time between two choices of details, and between two updates of the canvas's data, in seconds. */
const RANK_SECONDS = 0.4;
const DATA_SECONDS = 0.5;
/** Speed at which an emote ends, in units per second. */
const MOVING_SPEED = 0.8;

const importEmotes = () => import("./emote-motion.ts");

/** Shows the others of a room in a game, and brings the player's runs to the room. */
export const attachRoom = (link: RoomLink, seam: RoomSeam): GameRoom & RoomHooks =>
  new LevelGameRoom(link, seam);

class LevelGameRoom implements GameRoom, RoomHooks {
  readonly people = createStore<RoomPerson[]>([]);
  readonly lines = createStore<RoomLine[]>([]);
  readonly notices = createStore<RoomNotice | null>(null);
  readonly watched = createStore<number | null>(null);
  canRemove = false;
  followed: OtherPlayer | null = null;
  readonly #link: RoomLink;
  readonly #seam: RoomSeam;
  readonly #blocks: BlockMotions;
  readonly #slew = new ClockSlew();
  readonly #past = new PastClock();
  readonly #states = new StateHistory();
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
  readonly #persons = new Map<number, RoomPerson>();
  readonly #muted = new Set<number>();
  #seen: PlacesEvent["seen"] = new Map();
  #frameTicks = 4;
  #isHidden = false;
  /** Whether it's decided if the current run is sent to the room, and whether it is. */
  #isDecided = false;
  #isSent = false;
  #wasFinished = false;
  #width = 0;
  #height = 0;
  #ids = 0;
  #frame = 0;
  #sinceRank = RANK_SECONDS;
  #sinceData = 0;
  #seconds = 0;
  #isShown = true;
  #isDisposed = false;

  constructor(link: RoomLink, seam: RoomSeam) {
    this.#link = link;
    this.#seam = seam;
    this.#blocks = new BlockMotions(seam.course);
    this.#layer = createTagLayer(seam.overlay);
    this.#ownTag = new RoomTag(this.#layer, true);
    this.#observer = new ResizeObserver(([entry]) => {
      this.#width = entry?.contentRect.width ?? 0;
      this.#height = entry?.contentRect.height ?? 0;
    });
    this.#observer.observe(seam.canvas);
    link.setStateCheck((tick) => this.#states.at(tick));
    this.#stops = [
      link.state.subscribe(() => this.#onState()),
      link.on("welcome", ({ rate }) => this.#onWelcome(rate)),
      link.on("come", (event) => this.#onCome(event)),
      link.on("left", ({ slot }) => this.#onLeft(slot)),
      link.on("said", (event) => this.#onSaid(event)),
      link.on("frame", (event) => this.#onFrame(event)),
      link.on("finished", (finished) => this.#onFinished(finished)),
      link.on("receipt", (receipt) => receipt.isRepair && this.#repair(receipt)),
    ];
    // The link can be in the room since before this code was loaded.
    if (!link.room) return;
    this.#onWelcome(link.rate);
    this.#seen = link.seen;
    this.#onCome({ players: [...link.players.values()], room: link.room });
  }

  // For the screens.

  say(text: string): void {
    this.#link.say(text);
  }

  emote(emote: number): void {
    this.#link.emote(emote);
  }

  setMuted(userId: number, on: boolean): void {
    if (on) this.#muted.add(userId);
    else this.#muted.delete(userId);
    this.#change(userId, { isMuted: on });
    if (!on) return;
    this.#others.get(userId)?.tag.clearBubble();
    this.lines.set(this.lines.get().filter((line) => line.userId !== userId));
  }

  setHideOthers(on: boolean): void {
    this.#isHidden = on;
    if (on) this.watch(null);
  }

  watch(userId: number | null): void {
    const other = userId === null ? null : (this.#others.get(userId) ?? null);
    if (other === this.followed) return;
    this.followed = other;
    this.#seam.camera.snap();
    this.#sinceRank = RANK_SECONDS;
    this.#link.watch(other?.player.slot ?? null);
    this.watched.set(other?.player.user.id ?? null);
  }

  onFinished(listener: (finished: Finished) => void): () => void {
    this.#finishListeners.add(listener);
    return () => this.#finishListeners.delete(listener);
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#seam.detach();
    this.#seam.loop.rate = 1;
    this.#link.setStateCheck(null);
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

  // The player's run.

  step(): void {
    const { run, physics } = this.#seam;
    const { runner, input } = run;
    if (!this.#isDecided) this.#begin();
    else if (this.#isSent) this.#link.push(input);
    if (!this.#isSent) return;
    if (runner.tick % STATE_TICKS === 0) this.#states.add(runner.tick, physics.hashState(0, runner));
    if (!run.finished || this.#wasFinished) return;
    this.#wasFinished = true;
    this.#link.flush();
  }

  /** Begins the run in the room, with its inputs so far, if it follows the room's clock and isn't too old. */
  #begin(): void {
    const { run } = this.#seam;
    const { tick, ticks } = run.runner;
    const now = this.#link.exactTick();
    const isOver = this.#link.state.get().at === "closed";
    if (Number.isNaN(now) && !isOver) return;
    this.#isDecided = true;
    const isOwn = Math.abs(now - tick) < OFF_TICKS && now - (tick - ticks) < OLD_TICKS;
    this.#isSent = isOwn && !isOver && (run.finished === null || ticks === 1);
    if (!this.#isSent) return;
    this.#link.begin(tick - ticks);
    for (const input of readInputs(run.log())) this.#link.push(input);
  }

  restart(): void {
    if (this.#isSent) this.#link.restart(this.#seam.run.runner.tick);
    this.#isDecided = false;
    this.#isSent = false;
    this.#wasFinished = false;
    this.#states.clear();
    this.#seam.actor.figure.gesture = null;
    this.#followClock();
  }

  /** Lets the game's clock meet the room's: at once before a run, and 1 % slower or faster during one. */
  #followClock(): void {
    const { run, loop, game } = this.#seam;
    const tick = this.#link.exactTick();
    const error = tick - (run.runner.tick + loop.alpha);
    if (Number.isNaN(error)) return;
    if (!run.hasBegun && Math.abs(error) > JUMP_TICKS) game.setClock(tick);
    const isOwn = !run.hasBegun || (this.#isSent && !this.#link.isRunAlone);
    loop.rate = isOwn ? this.#slew.rateFor(error) : 1;
  }

  /** Goes on from the room's state, with the inputs since. */
  #repair(receipt: Receipt): void {
    const { run, physics, course } = this.#seam;
    const inputs = this.#isSent && !run.finished ? this.#link.inputsFrom(receipt.tick) : null;
    const runner = inputs && receiptRunner(receipt, physics, course);
    if (!runner || runner.tick !== receipt.tick) return;
    for (const input of inputs) runner.step(input);
    run.runner = runner;
    this.#states.clear();
  }

  // Frames of the game.

  move(isShown: boolean, tick: number, alpha: number, seconds: number): void {
    this.#followClock();
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

  /** Sorts others by distance and chooses their details. */
  #rank(): void {
    this.#sinceRank = 0;
    const { camera, renderer } = this.#seam;
    const { tier } = renderer;
    const { far } = TIERS[tier];
    const [cx, cy, cz] = camera.focus;
    for (const other of this.#ranked) {
      const [x, y, z] = other.position;
      const distance = Math.hypot(x - cx, y - cy, z - cz);
      other.distance = other === this.followed ? -1 : other.isPlaced ? distance : Number.POSITIVE_INFINITY;
    }
    this.#ranked.sort((a, b) => a.distance - b.distance);
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

  /** For browser tests. */
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

  // The room's events.

  #onState(): void {
    const { at } = this.#link.state.get();
    // Where others are isn't known anymore.
    if (at === "alone" || at === "closed") for (const other of this.#ranked) other.track.clear();
    if (at !== "closed") return;
    this.watch(null);
    for (const other of [...this.#ranked]) this.#remove(other);
    this.#persons.clear();
    this.#publish();
  }

  #onWelcome(rate: number): void {
    this.#frameTicks = TICKS_PER_SECOND / Math.max(1, rate);
    this.#seen = new Map();
    this.#bySlot.clear();
    for (const other of this.#ranked) other.track.clear();
  }

  #onCome({ players, room }: ComeEvent): void {
    if (room) {
      this.canRemove = room.can_remove;
      const present = new Set(players.map(({ user }) => user.id));
      for (const other of [...this.#ranked]) if (!present.has(other.player.user.id)) this.#remove(other);
      for (const id of this.#persons.keys()) if (!present.has(id)) this.#persons.delete(id);
    }
    for (const player of players) {
      this.#add(player);
      if (!room && player.slot !== this.#link.slot)
        this.#notice({ kind: "joined", username: player.user.username });
    }
    // A new connection knows nothing of whom the player watches.
    if (room && this.followed) this.#link.watch(this.followed.player.slot);
    this.#publish();
  }

  #add(player: RoomPlayer): void {
    const { id } = player.user;
    const isSelf = player.slot === this.#link.slot;
    const before = this.#persons.get(id);
    this.#persons.set(id, {
      ...player,
      isSelf,
      isMuted: this.#muted.has(id),
      isWatching: false,
      place: before?.place ?? null,
    });
    if (isSelf) return;
    const last = this.#bySlot.get(player.slot);
    if (last && last.player.user.id !== id) {
      this.#persons.delete(last.player.user.id);
      this.#remove(last);
    }
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
    this.#bySlot.set(player.slot, other);
    const seen = this.#seen.get(player.slot);
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
    if (!other) return;
    const { id, username } = other.player.user;
    this.#remove(other);
    this.#persons.delete(id);
    this.#publish();
    this.#notice({ kind: "left", username });
  }

  #onSaid(event: SaidEvent): void {
    if ("problem" in event) {
      this.#notice({ kind: "problem", message: event.problem });
      return;
    }
    const person = this.#bySlot.get(event.slot)?.player ?? this.#self(event.slot);
    if (!person) return;
    const { id, username } = person.user;
    if ("watching" in event) {
      this.#change(id, { isWatching: event.watching });
      return;
    }
    if (this.#muted.has(id)) return;
    const tag = this.#others.get(id)?.tag ?? this.#ownTag;
    if ("emote" in event) {
      tag.emote(event.emote);
      void this.#gesture(id, event.emote);
      return;
    }
    const { slot, text } = event;
    tag.say(text);
    const line = { id: ++this.#ids, slot, userId: id, username, text };
    this.lines.set([...this.lines.get(), line].slice(-MAX_LINES));
  }

  #self(slot: number): RoomPerson | null {
    if (slot !== this.#link.slot) return null;
    return this.people.get().find(({ isSelf }) => isSelf) ?? null;
  }

  #onFrame({ tick, changed, seen }: PlacesEvent): void {
    this.#seen = seen;
    this.#past.noteFrame(this.#link.exactTick() - tick);
    for (const slot of changed) {
      const place = seen.get(slot);
      if (place) this.#bySlot.get(slot)?.track.push(tick, place, this.#frameTicks);
    }
  }

  #onFinished(finished: Finished): void {
    const { slot, ticks, place, isCounted } = finished;
    const person = this.#bySlot.get(slot)?.player ?? this.#self(slot);
    if (person && isCounted) {
      const { id, username } = person.user;
      const best = this.#persons.get(id)?.place ?? null;
      if (place !== null && (best === null || place < best)) this.#change(id, { place });
      if (slot !== this.#link.slot) this.#notice({ kind: "finished", username, ticks, place });
    }
    for (const listener of this.#finishListeners) listener(finished);
  }

  #change(userId: number, change: Partial<RoomPerson>): void {
    const person = this.#persons.get(userId);
    if (!person) return;
    this.#persons.set(userId, { ...person, ...change });
    this.#publish();
  }

  #publish(): void {
    this.people.set([...this.#persons.values()]);
  }

  #notice(notice: Omit<RoomNotice, "id">): void {
    this.notices.set({ id: ++this.#ids, ...notice });
  }

  // Emotes.

  /** How running gestures of figures are ended. */
  readonly #gestures = new WeakMap<GameFigure, () => void>();

  async #gesture(userId: number, emote: number): Promise<void> {
    const module = await importEmotes().catch(() => null);
    if (!module || this.#isDisposed) return;
    const other = this.#others.get(userId);
    const isOwn = this.#persons.get(userId)?.isSelf ?? false;
    const figure = isOwn ? this.#seam.actor.figure : other?.figure;
    if (!figure) return;
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

const rounded = (value: number): number => Math.round(value * 100) / 100;
