import { fillPath } from "#domain/api/route.ts";
import { banRoute, unbanRoute } from "#domain/moderation/api.ts";
import { grantRoute } from "#domain/transactions/api.ts";
import type { Guest } from "../../bench/chat/crowd.ts";
import { between, pause } from "../chat/ask.ts";
import type { Line } from "./line.ts";
import type { Memory } from "./memory.ts";

const BANNED_FOR = { least: 200, most: 1_500 };
let grants = 0;

/** What the administrator does, and the site by itself. */
export class Staff {
  readonly #line: Line;
  readonly #memory: Memory;
  readonly #admin: Guest;
  readonly #banned = new Set<number>();

  constructor(line: Line, memory: Memory, admin: Guest) {
    this.#line = line;
    this.#memory = memory;
    this.#admin = admin;
  }

  /** Gives coins, XP and items, or takes coins away. */
  async grant(user: Guest, coins: number, xp: number, item_ids: readonly number[]): Promise<void> {
    const client_id = `chaos-grant-${++grants}`;
    const key = `grant:${this.#admin.id}:${client_id}`;
    const path = fillPath(grantRoute.path, { username: user.name });
    const input = { coins, xp, item_ids, reason: "chaos", client_id };
    const { status } = await this.#line.act(this.#admin, path, input);
    const done = status === 200;
    this.#memory.acts.push({ key, user: user.id, coins, done, ids: new Set() });
    if (done) this.#memory.move(user.id, coins, xp);
  }

  /** Bans somebody for a moment, in which nothing of theirs may be sold, whatever is tried meanwhile. */
  async ban({ id, name }: Guest, meanwhile: () => Promise<unknown>): Promise<void> {
    // Two bans at once would have one end the other.
    if (this.#banned.has(id)) return;
    this.#banned.add(id);
    const { status, text } = await this.#line.insist(
      this.#admin,
      fillPath(banRoute.path, { username: name }),
      {
        reason: "chaos",
      },
    );
    if (status !== 200) throw new Error(`${name} can't be banned: ${text}`);
    const from = Date.now();
    const trying = meanwhile();
    await pause(between(BANNED_FOR.least, BANNED_FOR.most));
    const ban = { user: id, from, to: Date.now(), ended: Number.POSITIVE_INFINITY };
    this.#memory.bans.push(ban);
    await this.#line.insist(this.#admin, fillPath(unbanRoute.path, { username: name }), {});
    ban.ended = Date.now();
    this.#banned.delete(id);
    await trying;
  }

  /** Runs the schedule twice at once, as if the day's coins had not been paid yet. */
  async payDay(): Promise<void> {
    const { site } = this.#line;
    await Promise.allSettled([
      site.rows("delete from daily_payments"),
      site.runSchedule(),
      site.runSchedule(),
    ]);
  }
}
