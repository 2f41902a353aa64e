import { setTimeout as pause } from "node:timers/promises";
import { roomRunKey } from "#domain/room/epoch.ts";
import { RECEIPT_HEAD, resumeFrames, type Welcome } from "#domain/room/frames.ts";
import { type Input, JUMP, NO_INPUT } from "#domain/sim/input.ts";
import { canonicalLog, packInputs, readInputs } from "#domain/sim/run-log.ts";
import { Runner } from "#domain/sim/v1/runner.ts";
import type { RoomTicket } from "#web/game/room/room-connection.ts";
import type { BenchUser } from "../../bench/chat/crowd.ts";
import { type Random, seededRandom } from "../../seed/content/random.ts";
import type { KillableSite } from "../killable-site.ts";
import { CorridorPilot } from "../runs/corridor-pilot.ts";
import { corridorRun, type LiveRun } from "../runs/corridor-run.ts";
import { RawPlayer, requestTicket } from "./raw-player.ts";
import type { PlayedRun, RoomsHistory } from "./rooms-history.ts";
import { uploadRun } from "./upload-run.ts";
import type { RoomLevel, RoomsWorld } from "./world.ts";

/** How far behind the room's clock attackers begin, so that the inputs up to a receipt arrive at once. */
const TICKS_BEHIND = 330;
const SENT_TICKS = 320;

/** A run that is short enough to be sent at once, and how far ahead of the room's clock it ends. */
const MOST_TICKS = 540;
const TICKS_AHEAD = 30;

/** Share of receipts that are shown to a restarted room, and how long one waits for that: a room takes none that's a minute old. */
const RESTARTED = 0.5;
const KILL_MS = 40_000;

/** A room's receipt for a run, and the inputs that it vouches for. */
export interface Proof {
  user: number;
  level: number;
  receipt: Uint8Array;
  log: Uint8Array<ArrayBuffer>;
}

/** A connection or a frame that doesn't come because the site was killed. */
class InterruptedError extends Error {}

/** A user who uses tokens twice, takes others' sessions and tokens, and shows forged receipts. */
export class Attacker {
  readonly #site: KillableSite;
  readonly #world: RoomsWorld;
  readonly #history: RoomsHistory;
  readonly #user: BenchUser;
  readonly #victim: BenchUser;
  /** Receipts of all attackers. */
  readonly #proofs: Proof[];
  readonly #random: Random;

  constructor(
    site: KillableSite,
    world: RoomsWorld,
    history: RoomsHistory,
    { user, victim, proofs }: { user: BenchUser; victim: BenchUser; proofs: Proof[] },
  ) {
    this.#site = site;
    this.#world = world;
    this.#history = history;
    this.#user = user;
    this.#victim = victim;
    this.#proofs = proofs;
    this.#random = seededRandom(user.id);
  }

  async attack(isOver: () => boolean): Promise<void> {
    const attacks = [
      () => this.#useTokenTwice(),
      () => this.#useOthersSession(),
      () => this.#useTokenElsewhere(),
      () => this.#resume("true receipt", true, (proof) => proof),
      () => this.#resume("receipt with a changed byte", false, (proof) => this.#withChangedByte(proof)),
      () => this.#resume("receipt with other inputs", false, (proof) => this.#withOtherInputs(proof)),
      () => this.#resume("receipt of noise", false, (proof) => this.#noise(proof)),
      () => this.#resume("another user's receipt", false, ({ level }) => this.#proofOf(level, false)),
      () => this.#resume("another level's receipt", false, ({ level }) => this.#proofOf(level, true)),
      () => this.#finishTwice(false),
      () => this.#finishTwice(true),
    ];
    for (let i = this.#random.int(0, attacks.length - 1); !isOver(); i++) {
      await this.#site.whenUp();
      const { kills } = this.#site;
      try {
        await attacks[i % attacks.length]?.();
      } catch (error) {
        if (!(error instanceof InterruptedError)) throw error;
        if (kills === this.#site.kills)
          this.#history.surprises.push(`attack ${i % attacks.length}: ${error.message}`);
        else this.#history.inconclusive++;
      }
      await pause(this.#random.int(200, 1_500));
    }
  }

  #record(kind: string, expected: string | number, result: string | number, kills: number): void {
    if (kills === this.#site.kills && result !== 1006)
      this.#history.attacks.push({ kind, expected: String(expected), result: String(result) });
    else this.#history.inconclusive++;
  }

  async #ticket(user: BenchUser, level: number): Promise<RoomTicket> {
    const ticket = await requestTicket(this.#site, user, level);
    if (!ticket) throw new InterruptedError("no ticket");
    if ("problem" in ticket) throw new InterruptedError(ticket.problem);
    return ticket;
  }

  #open(user: BenchUser, room: string): RawPlayer {
    return new RawPlayer(this.#site, user, room);
  }

  /** Joins a level. */
  async #join({ id }: RoomLevel): Promise<{ player: RawPlayer; welcome: Welcome; ticket: RoomTicket }> {
    const ticket = await this.#ticket(this.#user, id);
    const player = this.#open(this.#user, ticket.room);
    const welcome = await player.join(ticket.token);
    if (typeof welcome === "number") throw new InterruptedError(`the join was closed with ${welcome}`);
    return { player, welcome, ticket };
  }

  #level(): RoomLevel {
    return this.#random.pick(this.#world.levels);
  }

  async #useTokenTwice(): Promise<void> {
    const { kills } = this.#site;
    const { player, ticket } = await this.#join(this.#level());
    const second = this.#open(this.#user, ticket.room);
    const result = await second.join(ticket.token);
    this.#record("used token", 4401, typeof result === "number" ? result : "joined", kills);
    const isOpen = player.socket.readyState === 1;
    this.#record("first use of that token", "open", isOpen ? "open" : await player.closeCode(), kills);
    player.socket.close();
  }

  async #useOthersSession(): Promise<void> {
    const { kills } = this.#site;
    const ticket = await this.#ticket(this.#user, this.#level().id);
    const player = this.#open(this.#victim, ticket.room);
    const result = await player.join(ticket.token);
    this.#record(
      "token with another user's session",
      4401,
      typeof result === "number" ? result : "joined",
      kills,
    );
  }

  async #useTokenElsewhere(): Promise<void> {
    const { kills } = this.#site;
    const ticket = await this.#ticket(this.#user, this.#level().id);
    const player = this.#open(this.#user, ticket.room.replace(/\d+\?/, "17?"));
    const result = await player.join(ticket.token);
    // The pass in the path is that of the first room.
    this.#record("token in another room", 4301, typeof result === "number" ? result : "joined", kills);
  }

  /** Makes a run's first receipt in a room, and loses the connection. */
  async #earnProof(level: RoomLevel): Promise<Proof> {
    const { player, welcome } = await this.#join(level);
    const startTick = welcome.tick - TICKS_BEHIND;
    const { log } = corridorRun(level.course, this.#random.int(1, 1e6), startTick);
    const inputs = [...readInputs(log)].slice(0, SENT_TICKS);
    player.sendInputs(startTick, inputs);
    const receipt = await player.next("receipt");
    if (!receipt) throw new InterruptedError("no receipt");
    player.socket.cut();
    const proof = {
      user: this.#user.id,
      level: level.id,
      receipt: receipt.bytes,
      log: packInputs(inputs),
    };
    this.#proofs.push(proof);
    return proof;
  }

  /** Shows a receipt after a cut, to the room that made it or to one that was restarted. */
  async #resume(kind: string, ok: boolean, forge: (proof: Proof) => Proof | undefined): Promise<void> {
    const level = this.#level();
    const shown = forge(await this.#earnProof(level));
    if (!shown) return;
    const isRestarted = this.#random.chance(RESTARTED) && (await this.#waitForKill());
    const { kills } = this.#site;
    const { player } = await this.#join(level);
    for (const frame of resumeFrames(shown.receipt, shown.log)) player.socket.send(frame);
    const resumed = await player.next("resumed");
    const result = resumed ? (resumed.ok ? "taken" : "refused") : await player.closeCode();
    this.#record(
      isRestarted ? `${kind}, to a restarted room` : kind,
      ok ? "taken" : "refused",
      result,
      kills,
    );
    player.socket.close();
    await player.closed;
  }

  /** Waits for the next kill, unless it's too far away. Returns whether it came. */
  async #waitForKill(): Promise<boolean> {
    const { kills } = this.#site;
    const end = Date.now() + KILL_MS;
    while (this.#site.kills === kills && Date.now() < end) await pause(50);
    await this.#site.whenUp();
    return this.#site.kills !== kills;
  }

  #withChangedByte(proof: Proof): Proof {
    const receipt = proof.receipt.slice();
    const at = this.#random.int(1, receipt.length - 1);
    receipt[at] = (receipt[at] ?? 0) ^ (1 << this.#random.int(0, 7));
    return { ...proof, receipt };
  }

  /** Other inputs of the same length before the receipt. */
  #withOtherInputs(proof: Proof): Proof {
    const inputs = [...readInputs(proof.log)];
    const at = this.#random.int(0, 290);
    inputs[at] = (inputs[at] ?? 0) ^ JUMP;
    return { ...proof, log: packInputs(inputs) };
  }

  #noise(proof: Proof): Proof {
    const receipt = proof.receipt.slice();
    crypto.getRandomValues(receipt.subarray(RECEIPT_HEAD - 32));
    return { ...proof, receipt };
  }

  /** A receipt of another level, or of another user in this one. */
  #proofOf(level: number, isOtherLevel: boolean): Proof | undefined {
    return this.#proofs.findLast((proof) =>
      isOtherLevel
        ? proof.level !== level && proof.user === this.#user.id
        : proof.level === level && proof.user !== this.#user.id,
    );
  }

  /**
   * Finishes a run, leaves, and shows the receipt from the middle of it: once with the same inputs, or with a detour on the
   * rest of the way. It must count once, with its first recording.
   */
  async #finishTwice(isOther: boolean): Promise<void> {
    const level = this.#level();
    const { player, welcome } = await this.#join(level);
    const run = this.#shortRun(level, welcome.tick + TICKS_AHEAD);
    const inputs = [...readInputs(run.log)];
    const key = roomRunKey(level.id, welcome.epoch, run.startTick);
    const { ticks, ms, deaths, startTick } = run;
    const log = canonicalLog(run.log, ticks);
    const played: PlayedRun = {
      ...{ user: this.#user.id, level: level.id, key, startTick, ticks, ms, deaths, log },
      ...{ faults: new Set(), acknowledged: null, ids: new Set() },
    };
    this.#history.runs.push(played);
    player.sendInputs(startTick, inputs.slice(0, SENT_TICKS));
    const receipt = await player.next("receipt");
    player.sendInputs(startTick + SENT_TICKS, inputs.slice(SENT_TICKS));
    const first = await player.next("finished", ({ slot }) => slot === welcome.slot);
    if (first) this.#history.finish(played, first);
    // An honest player would do that too.
    if (!played.acknowledged) await this.#upload(played);
    if (this.#random.chance(0.5)) player.socket.cut();
    else player.socket.close();
    await player.closed;
    if (!first || !receipt) throw new InterruptedError("no finish, or no receipt");
    if (this.#random.chance(RESTARTED)) await this.#waitForKill();
    const { kills } = this.#site;
    const again = isOther ? detour(level, run, inputs.slice(0, receipt.tick - startTick)) : inputs;
    const rejoined = await this.#join(level);
    for (const frame of resumeFrames(receipt.bytes, packInputs(again))) rejoined.player.socket.send(frame);
    const resumed = await rejoined.player.next("resumed");
    const second = resumed?.ok
      ? await rejoined.player.next("finished", ({ slot }) => slot === rejoined.welcome.slot)
      : undefined;
    const isSame = !second || second.run === first.run || !second.isCounted;
    const kind = isOther ? "finished run with another end" : "finished run once more";
    this.#record(kind, "counts once", isSame ? "counts once" : "counts twice", kills);
    rejoined.player.socket.close();
    await rejoined.player.closed;
  }

  async #upload(played: PlayedRun): Promise<void> {
    const { run, problem } = await uploadRun(this.#site, this.#user, played);
    if (run) {
      played.ids.add(run);
      played.acknowledged = "upload";
    } else this.#history.surprises.push(`upload of ${played.key}: ${problem}`);
  }

  /** A run that ends at a tick. */
  #shortRun({ course }: RoomLevel, end: number): LiveRun {
    for (;;) {
      const seed = this.#random.int(1, 1e9);
      const { ticks } = corridorRun(course, seed, end - MOST_TICKS);
      if (ticks > MOST_TICKS) continue;
      // Moving blocks are elsewhere at another start, so its length can be another.
      const run = corridorRun(course, seed, end - ticks);
      if (run.ticks <= Math.min(MOST_TICKS, ticks + TICKS_AHEAD / 2)) return run;
    }
  }
}

/** Inputs that go another way to the goal after some of a run's. */
function detour({ course }: RoomLevel, { startTick }: LiveRun, begin: readonly Input[]): Input[] {
  const runner = new Runner(course, startTick);
  const pilot = new CorridorPilot(startTick);
  const inputs: Input[] = [];
  while (runner.clearedAt === 0) {
    const steered = pilot.next(runner);
    const input = begin[inputs.length] ?? (inputs.length < begin.length + 9 ? NO_INPUT : steered);
    inputs.push(input);
    runner.step(input);
  }
  return inputs;
}
