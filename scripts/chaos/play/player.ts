import { randomUUID } from "node:crypto";
import { clearRoute, grantByLevelRoute, leaveRoute, redeemRoute } from "#domain/hosts/api.ts";
import { joinTokenRoute } from "#domain/play/api.ts";
import type { Guest } from "../../bench/chat/crowd.ts";
import { ask, between, chance, pause } from "../chat/ask.ts";
import type { MortalSite } from "../mortal.ts";
import type { ChaosHost } from "./host.ts";
import type { PlayMemory, ToldClear, ToldGrant } from "./memory.ts";
import { FLOOR_MS, type PlayWorld } from "./world.ts";

/** Somebody who joins levels, clears them, is given things and leaves, over and over. */
export class ChaosPlayer {
  readonly #site: MortalSite;
  readonly #world: PlayWorld;
  readonly #memory: PlayMemory;
  readonly #guest: Guest;

  constructor(site: MortalSite, world: PlayWorld, memory: PlayMemory, guest: Guest) {
    this.#site = site;
    this.#world = world;
    this.#memory = memory;
    this.#guest = guest;
  }

  async play(isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.#visit();
  }

  async #visit(): Promise<void> {
    const { id } = this.#guest;
    const level = this.#world.levels[Math.floor(between(0, this.#world.levels.length))] as number;
    const host = await this.#come(level);
    if (!host) return;
    host.players.set(id, level);
    this.#memory.stays.push({ user: id, level });
    const acts = Math.floor(between(0, 4));
    for (let i = 0; i < acts; i++) await (chance(0.8) ? this.#clear(host, level) : this.#given(host, level));
    host.players.delete(id);
    const { status, body } = await host.call(leaveRoute.path, { user_id: id });
    if (status !== 200) this.#surprise("a leave", status, body);
  }

  /** Joins a level; the host that let them in, or undefined where it took too long. */
  async #come(level: number): Promise<ChaosHost | undefined> {
    const answer = await ask(this.#site, this.#guest, joinTokenRoute.path, {
      destination_type: "Level",
      id: level,
    });
    if (!answer) {
      await this.#site.up();
      await pause(between(20, 100));
      return undefined;
    }
    if (answer.status !== 200) {
      this.#surprise("a join", answer.status, answer.text);
      return undefined;
    }
    const { host: at, token } = JSON.parse(answer.text) as { host: { ip_address: string }; token: string };
    const host = this.#world.hosts.find(({ id }) => at.ip_address === `host-${id}`);
    if (!host) throw new Error(`there is no host ${at.ip_address}`);
    // Now and then somebody has stolen the token and comes at the same moment.
    const uses = chance(0.2) ? 2 : 1;
    const told = await Promise.all(
      Array.from({ length: uses }, () => host.call(redeemRoute.path, { token })),
    );
    const good = told.filter(({ status }) => status === 200).length;
    this.#memory.tokens.set(token, good);
    for (const { status, body } of told)
      if (status !== 200 && !["token_used", "token_expired"].includes(String(body.code)))
        this.#surprise("a redeem", status, body);
    return good > 0 ? host : undefined;
  }

  async #clear(host: ChaosHost, level: number): Promise<void> {
    const { id: user } = this.#guest;
    const ms = Math.round(between(FLOOR_MS * 0.9, FLOOR_MS * 3));
    const call = randomUUID();
    this.#memory.sent.add(host.nameOf(call));
    const told = await host.call(clearRoute.path, { user_id: user, level_id: level, time_ms: ms }, call);
    if (told.status !== 200) this.#surprise("a clear", told.status, told.body);
    else this.#memory.clears.push({ ...told, user, level, ms } as ToldClear);
  }

  async #given(host: ChaosHost, level: number): Promise<void> {
    const { id: user } = this.#guest;
    const call = randomUUID();
    this.#memory.sent.add(host.nameOf(call));
    const input = {
      user_id: user,
      level_id: level,
      coins: Math.floor(between(0, 4)),
      xp: Math.floor(between(0, 9)),
    };
    const told = await host.call(grantByLevelRoute.path, input, call);
    if (told.status === 200) this.#memory.grants.push({ ...told, user } as ToldGrant);
    else if (told.body.code !== "grant_limit") this.#surprise("a grant", told.status, told.body);
  }

  #surprise(what: string, status: number, body: unknown): void {
    this.#memory.surprises.push(
      `${what}: ${status} ${typeof body === "string" ? body : JSON.stringify(body)}`,
    );
  }
}
