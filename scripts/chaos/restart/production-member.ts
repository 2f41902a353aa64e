import { setTimeout as pause } from "node:timers/promises";
import { fillPath } from "#domain/api/route.ts";
import { updateAvatarRoute } from "#domain/avatar/api.ts";
import { COLOR_KEYS } from "#domain/avatar/color-keys.ts";
import { sendMessageRoute } from "#domain/conversations/api.ts";
import { purchaseItemRoute } from "#domain/shop/api.ts";
import type { Member } from "../../client/crowd.ts";
import { SiteClient } from "../../client/site-client.ts";
import { between } from "../check.ts";
import { type ProductionSite, TEST_ORIGIN } from "../production-site.ts";
import { type SentWrite, WriteHistory, Writer } from "../writer.ts";

/** Milliseconds between two writes of a member, below the site's rate limit. */
const PAUSE_MS = { least: 300, most: 1_200 };

export class MemberHistory extends WriteHistory {
  /** The colors that a member's bopi may have: the last acknowledged ones, and those without a response since. */
  readonly colors = new Map<number, string[]>();
  /** "user item" of purchases, by their key in the ledger. */
  readonly copies = new Map<string, string>();
  readonly rejected: string[] = [];
  #numbers = 0;

  /** A number that is never used again. */
  next = (): number => ++this.#numbers;

  /** Copies of the writes that are acknowledged by now. */
  acknowledged(): WriteHistory["sent"] {
    const kinds = Object.entries(this.sent).map(
      ([kind, all]) => [kind, new Map([...all].filter(([, { acknowledged }]) => acknowledged))] as const,
    );
    return Object.fromEntries(kinds) as WriteHistory["sent"];
  }
}

/** A member who sends messages, buys, dresses, builds and brings newcomers all the time. */
export class ProductionMember extends Writer<MemberHistory> {
  readonly #user: Member;
  readonly #partner: number;
  /** Items that this member hasn't bought yet. */
  readonly #items: number[];

  constructor(
    site: ProductionSite,
    history: MemberHistory,
    user: Member,
    { partner, items }: { partner: number; items: readonly number[] },
  ) {
    super(site, history);
    this.#user = user;
    this.#partner = partner;
    this.#items = [...items];
  }

  /** Writes until `isOver` returns true. Finishes the current write first. */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const roll = Math.random();
      const n = this.history.next();
      if (roll < 0.5) await this.#message(n, isOver);
      else if (roll < 0.65) await this.#buy(n, isOver);
      else if (roll < 0.8) await this.#save(n);
      else if (roll < 0.9) await this.build(this.#user, `Chaos ${n}`, n, this.#user.id);
      else await this.signUp(newcomer(this.site.url, n), `newcomer_${n}`);
      await pause(between(PAUSE_MS.least, PAUSE_MS.most));
    }
  }

  #message(n: number, isOver: () => boolean): Promise<void> {
    const body = `${this.#user.id} sends ${this.#partner} something new: ${n}`;
    const path = fillPath(sendMessageRoute.path, { userId: this.#partner });
    return this.#repeat(this.add("messages", body), path, { body, client_id: clientId(n) }, isOver);
  }

  async #buy(n: number, isOver: () => boolean): Promise<void> {
    const item = this.#items.shift();
    if (item === undefined) return;
    const client_id = clientId(n);
    const { id } = this.#user;
    const key = `purchase:${id}:${client_id}`;
    this.history.copies.set(key, `${id} ${item}`);
    const path = fillPath(purchaseItemRoute.path, { id: item });
    await this.#repeat(this.add("purchases", key), path, { price: 1, client_id }, isOver);
  }

  /** Saves the bopi in new colors, once. */
  async #save(n: number): Promise<void> {
    const { id } = this.#user;
    const color = (n % 0xffffff).toString(16).padStart(6, "0").toUpperCase();
    // Before the first acknowledgment, it may have any.
    const possible = this.history.colors.get(id) ?? [""];
    this.history.colors.set(id, [...possible, color]);
    const colors = Object.fromEntries(COLOR_KEYS.map((key) => [key, `#${color}`]));
    const response = await this.send(this.#user, updateAvatarRoute.path, colors);
    if (response) this.history.colors.set(id, response.status === 200 ? [color] : possible);
  }

  /** Repeats a write that is safe to repeat until the site accepts or rejects it. */
  async #repeat(write: SentWrite, path: string, input: object, isOver: () => boolean): Promise<void> {
    for (;;) {
      const { status } = (await this.send(this.#user, path, input)) ?? {};
      write.acknowledged = status !== undefined && status < 300;
      if (write.acknowledged || (status === 429 && isOver())) return;
      if (status && status !== 429) {
        this.history.rejected.push(`${path}: ${status}`);
        return;
      }
      await this.site.whenUp();
      await pause(between(50, 400));
    }
  }
}

/** A browser at an address of its own. */
const newcomer = (url: string, n: number): SiteClient =>
  new SiteClient(url, {
    origin: TEST_ORIGIN,
    headers: { "X-Forwarded-For": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` },
  });

const clientId = (n: number): string => `chaos-${n}`.padEnd(10, "-");
