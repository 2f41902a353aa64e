import { setTimeout as pause } from "node:timers/promises";
import { fillPath } from "#domain/api/route.ts";
import { banRoute, unbanRoute } from "#domain/moderation/api.ts";
import { grantRoute } from "#domain/transactions/api.ts";
import type { BenchUser } from "../../bench/chat/crowd.ts";
import { between } from "../chat/send-request.ts";
import type { EconomyHistory } from "./economy-history.ts";
import type { FaultyConnection } from "./faulty-connection.ts";

const BAN_MS = { least: 200, most: 1_500 };
let grants = 0;

/** Actions of the admin and of the site's schedule. */
export class EconomyStaff {
  readonly #connection: FaultyConnection;
  readonly #history: EconomyHistory;
  readonly #admin: BenchUser;
  readonly #banned = new Set<number>();

  constructor(connection: FaultyConnection, history: EconomyHistory, admin: BenchUser) {
    this.#connection = connection;
    this.#history = history;
    this.#admin = admin;
  }

  /** Grants coins, XP and items, or takes coins away. */
  async grant(user: BenchUser, coins: number, xp: number, item_ids: readonly number[]): Promise<void> {
    const client_id = `chaos-grant-${++grants}`;
    const key = `grant:${this.#admin.id}:${client_id}`;
    const path = fillPath(grantRoute.path, { username: user.name });
    const input = { coins, xp, item_ids, reason: "chaos", client_id };
    const { status } = await this.#connection.sendWithFaults(this.#admin, path, input);
    const succeeded = status === 200;
    this.#history.actions.push({ key, user: user.id, coins, succeeded, ids: new Set() });
    if (succeeded) this.#history.move(user.id, coins, xp);
  }

  /** Bans a member for a moment while `meanwhile` runs. None of their items can be sold during the ban. */
  async ban({ id, name }: BenchUser, meanwhile: () => Promise<unknown>): Promise<void> {
    // With two bans at once, one would lift the other.
    if (this.#banned.has(id)) return;
    this.#banned.add(id);
    const { status, text } = await this.#connection.sendWithRetry(
      this.#admin,
      fillPath(banRoute.path, { username: name }),
      {
        reason: "chaos",
      },
    );
    if (status !== 200) throw new Error(`${name} can't be banned: ${text}`);
    const from = Date.now();
    const attempts = meanwhile();
    await pause(between(BAN_MS.least, BAN_MS.most));
    const ban = { user: id, from, to: Date.now(), endedAt: Number.POSITIVE_INFINITY };
    this.#history.bans.push(ban);
    await this.#connection.sendWithRetry(this.#admin, fillPath(unbanRoute.path, { username: name }), {});
    ban.endedAt = Date.now();
    this.#banned.delete(id);
    await attempts;
  }

  /** Runs the schedule twice at once, as if today's coins hadn't been paid yet. */
  async payDay(): Promise<void> {
    const { site } = this.#connection;
    await Promise.allSettled([
      site.rows("delete from daily_payments"),
      site.runSchedule(),
      site.runSchedule(),
    ]);
  }
}
