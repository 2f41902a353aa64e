import { FrameWriter, joinFrames } from "#domain/room/frame-writer.ts";
import { stateFrame } from "#domain/room/frames.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { copySeen, newSeen } from "#domain/room/seen.ts";
import type { LoadedLevel } from "./loaded-level.ts";
import type { Participant } from "./participant.ts";
import { updateSeen } from "./places.ts";
import type { Players } from "./players.ts";
import type { ReceiptScope, Receipts } from "./receipts.ts";
import type { RoomCounters } from "./room-counters.ts";

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
  #othersFor(
    player: Participant,
    scopeOf: (player: Participant) => ReceiptScope,
    now: number,
  ): Uint8Array[] | null {
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
