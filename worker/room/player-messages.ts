import { ROOM_CLOSE_CODES, type RoomCloseCode } from "#domain/room/close-codes.ts";
import { jsonFrame, pongFrame, readUpFrame, resumedFrame, UP, type UpFrame } from "#domain/room/frames.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { INPUT_MASK } from "#domain/sim/input.ts";
import { RUN_LIMITS } from "#domain/sim/run-log.ts";
import type { Participant, WaitingMessage } from "./participant.ts";
import { resumeRun } from "./resume-run.ts";
import type { Room } from "./room.ts";
import { type LoadedLevel, RoomRun } from "./room-run.ts";

/** Offset of the first stretch in an `inputs` frame, and bytes of each. */
const HEAD = 5;
const STRETCH = 3;

/** Returns the number of ticks in an `inputs` frame; 0 if it's malformed. */
function countInputs(frame: DataView): number {
  const length = frame.byteLength;
  if (length < HEAD + STRETCH || (length - HEAD) % STRETCH !== 0) return 0;
  let total = 0;
  for (let at = HEAD; at < length; at += STRETCH) {
    const count = frame.getUint8(at);
    if (count === 0 || (frame.getUint16(at + 1, true) & ~INPUT_MASK) !== 0) return 0;
    total += count;
  }
  return total;
}

/** Adds a message's inputs to the run (rules 8 to 10). "alone": can't follow. Creates no objects. */
function applyInputs(player: Participant, frame: DataView, level: LoadedLevel, exactTick: number) {
  const total = countInputs(frame);
  if (total === 0) return ROOM_CLOSE_CODES.invalidFrame;
  if (player.isAlone) return null;
  const first = frame.getUint32(1, true);
  if (first + total > exactTick + ROOM_LIMITS.ticksAhead) return ROOM_CLOSE_CODES.tooFast;
  const late = exactTick - first;
  let { run } = player;
  if (run) {
    if (first !== run.nextTick) return ROOM_CLOSE_CODES.invalidFrame;
    if (late > ROOM_LIMITS.resumeTicks) return "alone";
    run.noteDelayBefore(late);
  } else {
    if (late > ROOM_LIMITS.ticksBehind || first <= player.lastStart) return "alone";
    run = RoomRun.begin(level.physics, level.course, first, late);
    player.run = run;
    player.lastStart = first;
  }
  for (let at = HEAD; at < frame.byteLength; at += STRETCH) {
    run.add(frame.getUint16(at + 1, true), frame.getUint8(at));
  }
  run.noteDelayAfter(exactTick - run.nextTick);
  return null;
}

/** A receipt and the longest log. */
const RESUME_BYTES = RUN_LIMITS.bytes + 66_000;
/** Inputs usually wait for the next frame, but not more than these. */
const MAX_WAITING_TICKS = 120;
/** Messages of a player that wait for a frame, at most. */
const MAX_WAITING = 8;
/** Pings and other short messages are handled at once. Inputs are longer. */
const URGENT_BYTES = 5;
/** Of all resumes whose parts are arriving. */
const ALL_RESUME_BYTES = 8_000_000;

/** Handles the messages of a room's players. */
export class PlayerMessages {
  readonly #room: Room;
  /** Lets work go on after the message. */
  readonly #defer: (work: Promise<void>) => void;

  constructor(room: Room, defer: (work: Promise<void>) => void) {
    this.#room = room;
    this.#defer = defer;
  }

  /** Takes a message, usually for the next frame, which is cheaper. Returns whether to handle it now. */
  receive(player: Participant, message: ArrayBuffer | string, now: number): boolean {
    player.waiting.push({ message, at: now, exactTick: this.#room.exactTick(now) });
    if (typeof message === "string" || player.waiting.length >= MAX_WAITING) return true;
    return message.byteLength <= URGENT_BYTES || message.byteLength > ROOM_LIMITS.messageBytes;
  }

  /** Handles a player's waiting messages and clear. Returns a code to close the socket, or null. */
  handleWaiting(player: Participant, now: number): RoomCloseCode | null {
    const { waiting } = player;
    for (const message of waiting) {
      const code = this.#handleMessage(player, message);
      if (code !== null) return code;
    }
    waiting.length = 0;
    this.#simulate(player, now);
    return null;
  }

  #handleMessage(player: Participant, { message, at, exactTick }: WaitingMessage): RoomCloseCode | null {
    if (typeof message === "string") return ROOM_CLOSE_CODES.invalidFrame;
    const { byteLength } = message;
    this.#room.counters.bytesIn += byteLength;
    if (byteLength > ROOM_LIMITS.messageBytes) return ROOM_CLOSE_CODES.tooLarge;
    if (!player.credits.take(at)) return ROOM_CLOSE_CODES.tooFast;
    player.activeAt = at;
    const view = new DataView(message);
    if (byteLength > 0 && view.getUint8(0) === UP.inputs)
      return this.#handleInputs(player, view, at, exactTick);
    const frame = readUpFrame(new Uint8Array(message));
    this.#simulate(player, at);
    return frame ? this.#handle(player, frame, at) : ROOM_CLOSE_CODES.invalidFrame;
  }

  #handleInputs(player: Participant, inputs: DataView, at: number, exactTick: number): RoomCloseCode | null {
    const room = this.#room;
    if (player.isWatching) room.stopWatching(player);
    const outcome = applyInputs(player, inputs, room.session.level, exactTick);
    const { run } = player;
    if (run) {
      player.saved = null;
      if (run.waitingTicks > MAX_WAITING_TICKS) this.#simulate(player, at);
    }
    if (outcome !== "alone") return outcome;
    this.#simulate(player, at);
    if (!player.isAlone) room.leaveAlone(player, Math.floor(exactTick));
    return null;
  }

  /** Simulates the inputs that were handled since the last time, and records their clear. */
  #simulate(player: Participant, now: number): void {
    const { run } = player;
    if (!run || run.waitingTicks === 0) return;
    const room = this.#room;
    const exactTick = room.exactTick(now);
    const before = run.runner.ticks;
    run.simulate();
    room.counters.ticks += run.runner.ticks - before;
    if (run.cleared) this.#takeClear(player, exactTick);
    if (run.isTooCostly) room.leaveAlone(player, Math.floor(exactTick));
  }

  #takeClear(player: Participant, exactTick: number): void {
    const recorded = player.run && this.#room.takeClear(player, player.run, exactTick);
    if (recorded) this.#defer(recorded);
  }

  #handle(player: Participant, frame: UpFrame, now: number): RoomCloseCode | null {
    const room = this.#room;
    switch (frame.type) {
      case "ping":
        room.players.send(player, pongFrame(frame.time, Math.floor(room.exactTick(now))));
        return null;
      case "chat":
        this.#defer(this.#sendChat(player, frame.text));
        return null;
      case "emote":
        this.#showEmote(player, frame.emote, now);
        return null;
      case "restart":
        room.endRun(player);
        return null;
      case "resume":
        return this.#receiveResume(player, frame, now);
      case "watch":
        room.watch(player, frame.slot);
        return null;
      case "desync":
        player.needsReceipt = true;
        return null;
      default:
        return ROOM_CLOSE_CODES.invalidFrame;
    }
  }

  async #sendChat(player: Participant, text: string): Promise<void> {
    const { players, chat } = this.#room;
    const audience = () =>
      players.has(player)
        ? players.list.filter((viewer) => players.isVisible(viewer, player)).map(({ id }) => id)
        : [];
    const sent = await chat.send(player.id, text, audience);
    if ("problem" in sent) {
      players.sendMessage(player, sent);
      return;
    }
    const frame = jsonFrame("message", { slot: player.slot, text: sent.text });
    for (const user of sent.audience) {
      const viewer = players.get(user);
      if (viewer) players.send(viewer, frame);
    }
  }

  #showEmote(player: Participant, emote: number, now: number): void {
    const { players, chat } = this.#room;
    const problem = chat.emote(player.id, now);
    if (problem !== null) players.sendMessage(player, { problem });
    else players.sendAbout(player, jsonFrame("message", { slot: player.slot, emote }));
  }

  /** Collects the parts of a run and takes it back with the last one. Only once per socket. */
  #receiveResume(player: Participant, { isLast, part }: Extract<UpFrame, { type: "resume" }>, now: number) {
    const { resume } = player;
    if (!resume || player.run) return ROOM_CLOSE_CODES.invalidFrame;
    resume.parts.push(part);
    resume.bytes += part.length;
    if (resume.bytes > RESUME_BYTES) return ROOM_CLOSE_CODES.tooLarge;
    let bytes = 0;
    for (const other of this.#room.players.list) bytes += other.resume?.bytes ?? 0;
    if (bytes > ALL_RESUME_BYTES) return ROOM_CLOSE_CODES.joinAgain;
    if (isLast) this.#resume(player, resume.parts, now);
    return null;
  }

  #resume(player: Participant, parts: readonly Uint8Array[], now: number): void {
    const room = this.#room;
    const { level } = room.session;
    const exactTick = room.exactTick(now);
    const tick = Math.floor(exactTick);
    const saved = player.saved?.runner.course === level.course ? player.saved : null;
    const before = saved?.runner.ticks ?? 0;
    const { receipts, instance } = room;
    const run = resumeRun({ parts, saved, receipts, scope: room.scopeOf(player), level, instance, tick });
    player.saved = null;
    player.resume = null;
    if (!run) {
      room.players.send(player, resumedFrame(false, tick));
      return;
    }
    player.run = run;
    player.isAlone = false;
    player.lastStart = Math.max(player.lastStart, run.startTick);
    room.counters.ticks += Math.max(0, run.runner.ticks - before);
    room.players.send(player, resumedFrame(true, run.nextTick));
    room.repeatOutcome(player, run);
    this.#takeClear(player, exactTick);
  }
}
