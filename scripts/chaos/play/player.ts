import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { clearRoute, grantByLevelRoute, leaveRoute, redeemRoute } from "#domain/hosts/api.ts";
import { joinTokenRoute } from "#domain/play/api.ts";
import type { BenchUser } from "../../bench/chat/crowd.ts";
import { between, chance, sendRequest } from "../chat/send-request.ts";
import type { KillableSite } from "../killable-site.ts";
import type { ChaosHost } from "./host.ts";
import type { PlayHistory, ReportedClear, ReportedGrant } from "./play-history.ts";
import { FASTEST_CLEAR_MS, type PlayWorld } from "./world.ts";

/** A player who joins levels, clears them, gets grants and leaves, over and over. */
export class ChaosPlayer {
  readonly #site: KillableSite;
  readonly #world: PlayWorld;
  readonly #history: PlayHistory;
  readonly #user: BenchUser;

  constructor(site: KillableSite, world: PlayWorld, history: PlayHistory, user: BenchUser) {
    this.#site = site;
    this.#world = world;
    this.#history = history;
    this.#user = user;
  }

  async play(isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.#visit();
  }

  async #visit(): Promise<void> {
    const { id } = this.#user;
    const level = this.#world.levels[Math.floor(between(0, this.#world.levels.length))] as number;
    const host = await this.#join(level);
    if (!host) return;
    host.players.set(id, level);
    this.#history.joins.push({ user: id, level });
    const actions = Math.floor(between(0, 4));
    for (let i = 0; i < actions; i++)
      await (chance(0.8) ? this.#clear(host, level) : this.#grant(host, level));
    host.players.delete(id);
    const { status, body } = await host.call(leaveRoute.path, { user_id: id });
    if (status !== 200) this.#surprise("leave", status, body);
  }

  /** Joins a level. Returns the host, or undefined if joining failed. */
  async #join(level: number): Promise<ChaosHost | undefined> {
    const response = await sendRequest(this.#site, this.#user, joinTokenRoute.path, {
      destination_type: "Level",
      id: level,
    });
    if (!response) {
      await this.#site.whenUp();
      await pause(between(20, 100));
      return undefined;
    }
    if (response.status !== 200) {
      this.#surprise("join", response.status, response.text);
      return undefined;
    }
    const { host: assigned, token } = JSON.parse(response.text) as {
      host: { ip_address: string };
      token: string;
    };
    const host = this.#world.hosts.find(({ id }) => assigned.ip_address === `host-${id}`);
    if (!host) throw new Error(`Unknown host: ${assigned.ip_address}`);
    // Sometimes a stolen token is used at the same moment.
    const uses = chance(0.2) ? 2 : 1;
    const redeems = await Promise.all(
      Array.from({ length: uses }, () => host.call(redeemRoute.path, { token })),
    );
    const accepted = redeems.filter(({ status }) => status === 200).length;
    this.#history.tokens.set(token, accepted);
    for (const { status, body } of redeems)
      if (status !== 200 && !["token_used", "token_expired"].includes(String(body.code)))
        this.#surprise("redeem", status, body);
    return accepted > 0 ? host : undefined;
  }

  async #clear(host: ChaosHost, level: number): Promise<void> {
    const { id: user } = this.#user;
    const ms = Math.round(between(FASTEST_CLEAR_MS * 0.9, FASTEST_CLEAR_MS * 3));
    const call = randomUUID();
    this.#history.sent.add(host.callId(call));
    const response = await host.call(clearRoute.path, { user_id: user, level_id: level, time_ms: ms }, call);
    if (response.status !== 200) this.#surprise("clear", response.status, response.body);
    else this.#history.clears.push({ ...response, user, level, ms } as ReportedClear);
  }

  async #grant(host: ChaosHost, level: number): Promise<void> {
    const { id: user } = this.#user;
    const call = randomUUID();
    this.#history.sent.add(host.callId(call));
    const input = {
      user_id: user,
      level_id: level,
      coins: Math.floor(between(0, 4)),
      xp: Math.floor(between(0, 9)),
    };
    const response = await host.call(grantByLevelRoute.path, input, call);
    if (response.status === 200) this.#history.grants.push({ ...response, user } as ReportedGrant);
    else if (response.body.code !== "grant_limit") this.#surprise("grant", response.status, response.body);
  }

  #surprise(call: string, status: number, body: unknown): void {
    this.#history.surprises.push(
      `${call}: ${status} ${typeof body === "string" ? body : JSON.stringify(body)}`,
    );
  }
}
