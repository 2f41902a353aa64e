import type { RoomCloseCode } from "#domain/room/close-codes.ts";
import type { ComeEvent, RoomMessage } from "#domain/room/events.ts";
import { FrameWriter, joinFrames } from "#domain/room/frame-writer.ts";
import { jsonFrame, stateFrame } from "#domain/room/frames.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { motionOf } from "#domain/room/motion.ts";
import { poseNumber } from "#domain/room/poses.ts";
import { copySeen, newSeen, PLACE_STEPS, type Seen } from "#domain/room/seen.ts";
import { FLAG, motionAt } from "#domain/sim/v1/course.ts";
import type { Runner } from "#domain/sim/v1/runner.ts";
import { closeSocket } from "../live/close-socket.ts";
import { type Participant, presentPlayer } from "./participant.ts";
import type { ReceiptScope, Receipts } from "./receipts.ts";
import type { Relations } from "./relations.ts";
import type { RoomCounters } from "./room-counters.ts";
import type { LoadedLevel } from "./room-run.ts";

/** The players of a room, and what they may receive about each other. */
export class Players {
  /** In no particular order. */
  readonly list: Participant[] = [];
  readonly #byUser = new Map<number, Participant>();
  readonly #bySlot = new Map<number, Participant>();
  readonly #relations: Relations;
  readonly #counters: RoomCounters;

  constructor(relations: Relations, counters: RoomCounters) {
    this.#relations = relations;
    this.#counters = counters;
  }

  get size(): number {
    return this.list.length;
  }

  get(user: number): Participant | undefined {
    return this.#byUser.get(user);
  }

  inSlot(slot: number): Participant | undefined {
    return this.#bySlot.get(slot);
  }

  /** Whether this is still who holds the user's place in the room. */
  has(player: Participant): boolean {
    return this.#byUser.get(player.id) === player;
  }

  users(): number[] {
    return this.list.map(({ id }) => id);
  }

  freeSlot(): number {
    let slot = 0;
    while (this.#bySlot.has(slot)) slot++;
    return slot;
  }

  add(player: Participant): void {
    this.list.push(player);
    this.#byUser.set(player.id, player);
    this.#bySlot.set(player.slot, player);
    this.updateHidden();
  }

  /** Removes a player without sending anything. */
  remove(player: Participant): void {
    const at = this.list.indexOf(player);
    if (at < 0) return;
    this.list.splice(at, 1);
    this.#byUser.delete(player.id);
    this.#bySlot.delete(player.slot);
    this.updateHidden();
  }

  /** Updates the slots that are hidden from each player, after joins, leaves and blocks. */
  updateHidden(): void {
    for (const player of this.list) {
      const hidden = new Set<number>();
      for (const user of this.#relations.hiddenFrom(player.id)) {
        const other = this.#byUser.get(user);
        if (other) hidden.add(other.slot);
      }
      player.hiddenSlots = hidden.size > 0 ? hidden : null;
    }
  }

  isVisible(viewer: Participant, other: Participant): boolean {
    return !viewer.hiddenSlots?.has(other.slot);
  }

  send({ socket }: Participant, bytes: Uint8Array<ArrayBuffer>): void {
    if (!socket) return;
    try {
      socket.send(bytes);
      this.#counters.messagesOut++;
      this.#counters.bytesOut += bytes.length;
    } catch {
      // The socket has closed concurrently; its close event follows.
    }
  }

  /** Sends bytes to everyone who may see a player, them included. */
  sendAbout(player: Participant, bytes: Uint8Array<ArrayBuffer>): void {
    for (const viewer of this.list) if (this.isVisible(viewer, player)) this.send(viewer, bytes);
  }

  sendMessage(player: Participant, event: RoomMessage): void {
    this.send(player, jsonFrame("message", event));
  }

  /** Sends some players to a viewer. */
  sendPlayers(viewer: Participant, players: readonly Participant[], room?: ComeEvent["room"]): void {
    const event: ComeEvent = {
      players: players.map((player) =>
        presentPlayer(player, {
          isBuddy: this.#relations.areBuddies(viewer.id, player.id),
          canWatch: player !== viewer && this.#relations.canWatch(viewer.id, player.id),
        }),
      ),
      ...(room && { room }),
    };
    this.send(viewer, jsonFrame("come", event));
  }

  /** Sends a player to everyone else who may see them. */
  announce(player: Participant): void {
    for (const viewer of this.list)
      if (viewer !== player && this.isVisible(viewer, player)) this.sendPlayers(viewer, [player]);
  }

  /** All players that a viewer may see. */
  visibleTo(viewer: Participant): Participant[] {
    return this.list.filter((player) => this.isVisible(viewer, player));
  }

  /** Sends the places in the last frames, for someone who hasn't received them. */
  sendPlaces(viewer: Participant, tick: number): void {
    const writer = new FrameWriter();
    writer.begin(tick);
    for (const player of this.visibleTo(viewer))
      if (player.shown) writer.put(player.slot, null, player.shown);
    if (!writer.isEmpty) this.send(viewer, writer.end());
  }

  /** Closes a player's socket. They stay in the room. */
  close(player: Participant, code: RoomCloseCode, now = Date.now()): void {
    const { socket } = player;
    if (!socket) return;
    player.socket = null;
    player.cutAt = now;
    closeSocket(socket, code);
  }
}

/** Writes a runner's place, relative to the motion of a moving block that carries it. */
function writePlace(seen: Seen, { course, ground, tick, x, y, z }: Runner): void {
  const isCarried = ground >= 0 && ((course.flags[ground] ?? 0) & FLAG.moving) !== 0;
  const at = 4 * ground;
  const along = isCarried ? motionAt(course.motion[at + 3] ?? 0, tick) : 0;
  seen.block = isCarried ? (course.blockOf[ground] ?? 0) : -1;
  seen.x = placeOf(isCarried ? x - along * (course.motion[at] ?? 0) : x);
  seen.y = placeOf(isCarried ? y - along * (course.motion[at + 1] ?? 0) : y);
  seen.z = placeOf(isCarried ? z - along * (course.motion[at + 2] ?? 0) : z);
}

/** Places in frames have 24 bits. */
const MAX_PLACE = 2 ** 23 - 1;
const placeOf = (units: number): number =>
  Math.max(-MAX_PLACE, Math.min(MAX_PLACE, Math.round(units * PLACE_STEPS)));

const IDLE = poseNumber("idle");
const ASLEEP = poseNumber("sleep");
const WATCHING = poseNumber("watching");
const MOTIONS = {
  idle: IDLE,
  walk: poseNumber("walk"),
  run: poseNumber("run"),
  jump: poseNumber("jump"),
  fall: poseNumber("fall"),
  swim: poseNumber("swim"),
  cheer: poseNumber("cheer"),
  sleep: ASLEEP,
  dead: poseNumber("dead"),
};

/** Writes where a player is into their `seen`. `spawn` is a runner before its first tick. */
function updateSeen(player: Participant, spawn: Runner, isAsleep: boolean): void {
  const { seen, run, isWatching, isAlone } = player;
  writePlace(seen, run?.runner ?? spawn);
  if (run) seen.heading = run.heading;
  if (isWatching) seen.pose = WATCHING;
  else if (isAsleep || isAlone) seen.pose = ASLEEP;
  else seen.pose = run ? MOTIONS[motionOf(run.runner, run.input)] : IDLE;
}

/** Pages with another state get a receipt at most this often. */
const REPAIR_MS = 1_000;

/** Sends everyone where all players are, with what else waits for them. */
export class FrameLoop {
  readonly #players: Players;
  readonly #receipts: Receipts;
  readonly #counters: RoomCounters;
  readonly #writer = new FrameWriter();

  constructor(players: Players, receipts: Receipts, counters: RoomCounters) {
    this.#players = players;
    this.#receipts = receipts;
    this.#counters = counters;
  }

  send(level: LoadedLevel, tick: number, scopeOf: (player: Participant) => ReceiptScope, now: number): void {
    const writer = this.#writer;
    writer.begin(tick);
    for (const player of this.#players.list) {
      const { run } = player;
      const isAsleep = run !== null && tick - run.runner.tick > ROOM_LIMITS.ticksBehind;
      updateSeen(player, level.spawn, isAsleep);
      writer.put(player.slot, player.shown, player.seen);
      player.shown ??= newSeen();
      copySeen(player.seen, player.shown);
    }
    const isEmpty = writer.isEmpty;
    if (!isEmpty) this.#counters.frames++;
    const shared = isEmpty ? null : writer.end();
    for (const player of this.#players.list) {
      if (!player.socket) continue;
      const frame = shared && player.hiddenSlots ? writer.endWithout(player.hiddenSlots) : shared;
      const others = this.#othersFor(player, scopeOf, now);
      if (others) this.#players.send(player, joinFrames(frame ?? emptyFrame(tick), others));
      else if (frame) this.#players.send(player, frame);
    }
  }

  /** The state and receipt that wait for a player; null if there is nothing. */
  #othersFor(player: Participant, scopeOf: (player: Participant) => ReceiptScope, now: number) {
    const { run } = player;
    if (!run) return null;
    const { state, runner, receiptTicks } = run;
    const isRepair = player.needsReceipt && now - player.repairedAt >= REPAIR_MS;
    const isDue = isRepair || runner.ticks - receiptTicks >= ROOM_LIMITS.receiptTicks;
    const receipt = isDue && run.log ? this.#receipts.make(scopeOf(player), run) : null;
    if (isDue) run.receiptTicks = runner.ticks;
    if (isRepair) {
      player.needsReceipt = false;
      player.repairedAt = now;
    }
    if (!state && !receipt) return null;
    run.state = null;
    const others: Uint8Array[] = [];
    if (state) others.push(stateFrame(state.tick, state.hash));
    if (receipt) {
      others.push(receipt);
      this.#counters.receipts++;
    }
    return others;
  }
}

function emptyFrame(tick: number): Uint8Array<ArrayBuffer> {
  const writer = new FrameWriter();
  writer.begin(tick);
  return writer.end();
}
