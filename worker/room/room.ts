import { Database } from "#db/database.ts";
import { isStaff } from "#domain/auth/roles.ts";
import { ROOM_CLOSE_CODES, type RoomCloseCode } from "#domain/room/close-codes.ts";
import type { ComeEvent } from "#domain/room/events.ts";
import { finishedFrame, jsonFrame, resumedFrame, welcomeFrame } from "#domain/room/frames.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { FrameLoop, Players } from "./frame-loop.ts";
import type { Participant } from "./participant.ts";
import { type ReceiptScope, Receipts } from "./receipts.ts";
import { Relations } from "./relations.ts";
import { RoomChat } from "./room-chat.ts";
import { RoomClock } from "./room-clock.ts";
import { newCounters } from "./room-counters.ts";
import { RoomHost } from "./room-host.ts";
import type { LoadedLevel, RoomRun } from "./room-run.ts";
import { SavedRuns } from "./saved-runs.ts";
import { WATCH_ENDED, Watching } from "./watching.ts";

/** Clears of one player that the room records at the same time. */
const MAX_PENDING_CLEARS = 3;
const NOT_COUNTED = "We couldn't count this run yet. Your browser will send it again.";

/** The level and clock of a room while anyone is in it (rule 4). */
interface Session {
  level: LoadedLevel;
  clock: RoomClock;
}

interface RoomOptions {
  level: number;
  instance: number;
  /** Simulates what a player has sent, before their run is saved. */
  beforeDetach: (player: Participant, now: number) => void;
}

/** The players of an instance of a level, their runs and what they get. Everything is in memory. */
export class Room {
  readonly id: number;
  readonly instance: number;
  readonly counters = newCounters();
  readonly relations = new Relations();
  readonly watching = new Watching(this.relations);
  readonly players = new Players(this.relations, this.counters);
  readonly saved = new SavedRuns();
  readonly host: RoomHost;
  readonly receipts: Receipts;
  chat: RoomChat;
  readonly #env: Env;
  readonly #loop: FrameLoop;
  #session: Session | null = null;

  readonly #beforeDetach: RoomOptions["beforeDetach"];

  constructor(env: Env, name: string, { level, instance, beforeDetach }: RoomOptions) {
    this.#env = env;
    this.#beforeDetach = beforeDetach;
    this.id = level;
    this.instance = instance;
    this.host = new RoomHost(env, name);
    this.receipts = new Receipts(env.JOIN_SECRET, instance);
    this.chat = new RoomChat(env);
    this.#loop = new FrameLoop(this.players, this.receipts, this.counters);
  }

  /** The level that players play; null in an empty room. */
  get level(): LoadedLevel | null {
    return this.#session?.level ?? null;
  }

  /** Begins to play a level. The epoch of an empty room may be over. */
  open(level: LoadedLevel, now: number): void {
    const clock = new RoomClock(now);
    if (this.#session && this.#session.clock.epoch !== clock.epoch) this.saved.clear();
    this.#session = { level, clock };
  }

  /** Ends what an empty room plays. */
  close(): void {
    this.#session = null;
    this.chat = new RoomChat(this.#env);
  }

  /** The level and clock of a room with players. */
  get session(): Session {
    if (!this.#session) throw new Error("the room is empty");
    return this.#session;
  }

  exactTick(now: number): number {
    return this.session.clock.exactTick(now);
  }

  readonly scopeOf = ({ id }: Participant): ReceiptScope => {
    const { level, clock } = this.session;
    const { revision, physics } = level;
    return { user: id, level: this.id, revision, physics: physics.version, epoch: clock.epoch };
  };

  /** Sends everyone where all are. */
  sendFrames(now: number): void {
    const { level, clock } = this.session;
    this.#loop.send(level, clock.tick(now), this.scopeOf, now);
  }

  // Joining and leaving.

  /** Adds a player and sends everything that both sides need (rule 5). */
  enter(player: Participant, now: number): void {
    const { players } = this;
    const { level, clock } = this.session;
    const tick = clock.tick(now);
    players.add(player);
    players.send(
      player,
      welcomeFrame({
        slot: player.slot,
        tick,
        epoch: clock.epoch,
        physics: level.physics.version,
        rate: Math.round(1000 / ROOM_LIMITS.frameMs),
        revision: level.revision,
      }),
    );
    players.sendPlayers(player, players.visibleTo(player), this.#about(player));
    players.sendPlaces(player, tick);
    players.announce(player);
  }

  #about({ id, admitted }: Participant): ComeEvent["room"] {
    const canRemove = admitted.isCreator || isStaff({ id, role: admitted.role });
    return { level_id: this.id, instance: this.instance, can_remove: canRemove };
  }

  /** Removes a player and keeps their run for a while. */
  remove(player: Participant, now: number): void {
    const { players, relations, watching, chat } = this;
    if (!players.has(player)) return;
    const viewers = players.list.filter((viewer) => players.isVisible(viewer, player));
    this.detach(player, now);
    const left = jsonFrame("left", { slot: player.slot });
    for (const viewer of viewers) if (viewer !== player) players.send(viewer, left);
    const watchers = watching.leave(player.id);
    relations.leave(player.id);
    players.updateHidden();
    chat.forget(player.id);
    this.#endWatching(watchers);
  }

  /** Removes a player whose place in the room is taken again at once, by another socket of theirs. */
  detach(player: Participant, now: number): void {
    this.#beforeDetach(player, now);
    this.players.remove(player);
    const { run, saved, lastStart } = player;
    this.saved.keep(player.id, run ?? saved, lastStart, now);
  }

  // Runs.

  /** Ends a run. The bopi stands at the spawn again. */
  endRun(player: Participant): void {
    player.run = null;
    player.saved = null;
    player.isAlone = false;
  }

  /** Gives up a run that the room can't follow. The page plays on alone (rule 16). */
  leaveAlone(player: Participant, tick: number): void {
    player.run = null;
    player.saved = null;
    player.isAlone = true;
    this.players.send(player, resumedFrame(false, tick));
  }

  /** Records a run's clear, if it has one that isn't recorded yet. */
  takeClear(player: Participant, run: RoomRun, exactTick: number): Promise<void> | null {
    const { cleared } = run;
    if (!cleared) return null;
    run.cleared = null;
    const live = run.isLiveAt(exactTick - run.nextTick);
    if (player.pendingClears >= MAX_PENDING_CLEARS) {
      this.#sendOutcome(player.id, run, this.#uncounted(cleared.ticks));
      return null;
    }
    return this.#record(player, run, { ...cleared, live });
  }

  async #record(player: Participant, run: RoomRun, cleared: Parameters<RoomHost["recordClear"]>[1]) {
    const { level, clock } = this.session;
    const user = player.id;
    player.pendingClears++;
    const scope = { host: player.admitted.host, user, epoch: clock.epoch, level };
    const result = await this.host.recordClear(scope, cleared);
    player.pendingClears--;
    if (!result) return this.#sendOutcome(user, run, this.#uncounted(cleared.ticks));
    this.#sendOutcome(user, run, {
      ticks: cleared.ticks,
      place: result.place,
      run: result.run_id,
      isCounted: result.state === "counted",
      isFirst: result.is_first,
      isBest: result.is_best,
    });
  }

  readonly #uncounted = (ticks: number): NonNullable<RoomRun["outcome"]> => ({
    ticks,
    place: null,
    run: 0,
    isCounted: false,
    isFirst: false,
    isBest: false,
  });

  /** Sends what came of a clear: to everyone who may see the player if it counts, else only to them. */
  #sendOutcome(user: number, run: RoomRun, outcome: NonNullable<RoomRun["outcome"]>): void {
    run.outcome = outcome;
    // They may have joined again meanwhile.
    const player = this.players.get(user);
    if (!player) return;
    const frame = finishedFrame({ ...outcome, slot: player.slot });
    if (outcome.isCounted) this.players.sendAbout(player, frame);
    else this.players.send(player, frame);
    if (outcome.run === 0) this.players.sendMessage(player, { problem: NOT_COUNTED });
  }

  /** Sends a player again what came of their run. */
  repeatOutcome(player: Participant, { outcome }: RoomRun): void {
    if (outcome) this.players.send(player, finishedFrame({ ...outcome, slot: player.slot }));
  }

  // Watching and relations.

  watch(player: Participant, slot: number | null): void {
    if (slot === null) {
      this.stopWatching(player);
      return;
    }
    const target = this.players.inSlot(slot);
    const problem = this.watching.watch(player.id, target?.id ?? 0);
    if (problem !== null) {
      this.players.sendMessage(player, { problem });
      return;
    }
    this.endRun(player);
    if (player.isWatching) return;
    player.isWatching = true;
    this.players.sendAbout(player, jsonFrame("message", { slot: player.slot, watching: true }));
  }

  stopWatching(player: Participant): void {
    this.watching.stop(player.id);
    if (!player.isWatching) return;
    player.isWatching = false;
    this.players.sendAbout(player, jsonFrame("message", { slot: player.slot, watching: false }));
  }

  #endWatching(viewers: readonly number[]): void {
    for (const user of viewers) {
      const viewer = this.players.get(user);
      if (!viewer) continue;
      this.stopWatching(viewer);
      this.players.sendMessage(viewer, { problem: WATCH_ENDED });
    }
  }

  /** Reads a user's blocks and buddies again, and shows or hides players accordingly. */
  async refreshRelations(user: number): Promise<void> {
    const { players } = this;
    const changes = await this.relations.refresh(new Database(this.#env.DB), user);
    if (!changes) return;
    players.updateHidden();
    const player = players.get(user);
    if (player) {
      for (const other of this.#inRoom(changes.hidden)) {
        players.send(player, jsonFrame("left", { slot: other.slot }));
        players.send(other, jsonFrame("left", { slot: player.slot }));
      }
      for (const other of this.#inRoom([...changes.shown, ...changes.changed])) {
        players.sendPlayers(player, [other]);
        players.sendPlayers(other, [player]);
      }
      const shown = this.#inRoom(changes.shown);
      // The next frame has their full places.
      for (const other of shown) other.shown = null;
      if (shown.length > 0) player.shown = null;
    }
    this.#endWatching(this.watching.recheck(user));
  }

  #inRoom(users: readonly number[]): Participant[] {
    return users.flatMap((user) => this.players.get(user) ?? []);
  }

  /** Closes a player's socket and removes them. */
  expel(player: Participant, code: RoomCloseCode, now: number): void {
    this.players.close(player, code, now);
    this.remove(player, now);
  }
}

/** Codes for reasons with which a host removes a player. */
export const removalCode = (reason: string): RoomCloseCode => {
  if (reason === "banned") return ROOM_CLOSE_CODES.banned;
  return reason === "joined_elsewhere" ? ROOM_CLOSE_CODES.playsElsewhere : ROOM_CLOSE_CODES.joinAgain;
};
