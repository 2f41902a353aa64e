import { setTimeout as delay } from "node:timers/promises";
import { roomRunKey } from "#domain/room/epoch.ts";
import { runMs } from "#domain/sim/run-log.ts";
import { inputStatistics } from "#domain/sim/verify-run.ts";
import type { HostResult } from "../hosts/idempotent-calls.ts";
import { roomHostCaller } from "../hosts/room-hosts.ts";
import { logError } from "../http/log.ts";
import { isReadOnly } from "../http/read-only.ts";
import { gameHostStub } from "../live/stubs.ts";
import type { LiveRun, LiveRunResult, RoomArrival } from "../objects/game-host-api.ts";
import { storeRunLog, webCall } from "../runs/live-run.ts";
import { logHash } from "../runs/log-hash.ts";
import type { ClearedRun, LoadedLevel } from "./room-run.ts";

/** Waits before each try to record a clear, in milliseconds. */
const CLEAR_TRIES = [0, 500, 2_000, 5_000, 10_000];

/** A room's calls to the game hosts behind it. */
export class RoomHost {
  readonly #env: Env;
  readonly #room: string;

  constructor(env: Env, room: string) {
    this.#env = env;
    this.#room = room;
  }

  /** Redeems a token. Throws if the host can't be reached. */
  admit(
    host: number,
    token: string,
    { issuer, sessionToken, present }: { issuer: string; sessionToken: string; present: readonly number[] },
  ): Promise<HostResult<RoomArrival>> {
    const request = { room: this.#room, sessionToken, present };
    return gameHostStub(this.#env, host).admitToRoom(roomHostCaller(this.#env, host), token, issuer, request);
  }

  /** Releases a seat. If that fails, the next report does. */
  async leave(host: number, user: number): Promise<void> {
    try {
      await gameHostStub(this.#env, host).leave(roomHostCaller(this.#env, host), user, this.#room);
    } catch (error) {
      logError("seat not released", { room: this.#room, user }, error);
    }
  }

  /** Reports the players of a host. Returns the users that the room must remove. */
  async beat(host: number, users: number[]): Promise<{ user_id: number; reason: string }[]> {
    try {
      const caller = roomHostCaller(this.#env, host);
      const result = await gameHostStub(this.#env, host).roomBeat(caller, this.#room, users);
      if (result.ok) return result.value.remove;
      const reason = result.code;
      return reason === "host_disabled" ? users.map((user_id) => ({ user_id, reason })) : [];
    } catch (error) {
      logError("players not reported", { room: this.#room, host }, error);
      return [];
    }
  }

  /** Stores and counts a clear, once. Null if it couldn't (read-only): the page sends it later. */
  async recordClear(
    { host, user, epoch, level }: { host: number; user: number; epoch: number; level: LoadedLevel },
    cleared: ClearedRun,
  ): Promise<LiveRunResult | null> {
    if (await isReadOnly(this.#env, Date.now())) return null;
    const run = await this.#describe(level, epoch, cleared);
    for (const wait of CLEAR_TRIES) {
      if (wait > 0) await delay(wait);
      try {
        const log = await storeRunLog(this.#env, webCall(user, run.key), cleared.log);
        const caller = roomHostCaller(this.#env, host);
        const result = await gameHostStub(this.#env, host).countRun(caller, user, level.id, { ...run, log });
        if (result.ok) return result.value;
        logError("clear not counted", { room: this.#room, user, run: run.key }, result.code);
        return null;
      } catch (error) {
        logError("clear not recorded", { room: this.#room, user, run: run.key }, error);
      }
    }
    return null;
  }

  async #describe(
    { id, revision, physics }: LoadedLevel,
    epoch: number,
    { startTick, ticks, deaths, work, log, live }: ClearedRun,
  ): Promise<Omit<LiveRun, "log">> {
    return {
      key: roomRunKey(id, epoch, startTick),
      revision,
      physics: physics.version,
      start_tick: startTick,
      ticks,
      ms: runMs(ticks),
      deaths,
      work,
      statistics: inputStatistics(log, ticks),
      log_hash: await logHash(log, ticks),
      live,
    };
  }
}
