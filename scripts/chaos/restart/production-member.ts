import { setTimeout as pause } from "node:timers/promises";
import { fillPath } from "#domain/api/route.ts";
import { updateAvatarRoute } from "#domain/avatar/api.ts";
import { COLOR_KEYS } from "#domain/avatar/color-keys.ts";
import { sendMessageRoute } from "#domain/conversations/api.ts";
import { purchaseItemRoute } from "#domain/shop/api.ts";
import type { Member } from "../../client/crowd.ts";
import { SiteClient } from "../../client/site-client.ts";
import { between, Statuses } from "../check.ts";
import { type ProductionSite, TEST_ORIGIN } from "../production-site.ts";
import { levelForm } from "../upload-level.ts";

const PASSWORD = "chaos reigns here";
/** Milliseconds between two writes of a member, below the site's rate limit. */
const PAUSE_MS = { least: 300, most: 1_200 };

/** A write and what is known about it. */
export interface Write {
  /** Its key in the database: a message's text, a level's title, a username, a ledger key. */
  text: string;
  /** "user item" of a purchase. */
  copy?: string;
  acknowledged: boolean;
}

export type Kind = "messages" | "purchases" | "levels" | "accounts";

/** Everything that the members have sent, to compare with what is stored. */
export class MemberHistory {
  readonly writes: Record<Kind, Write[]> = { messages: [], purchases: [], levels: [], accounts: [] };
  /** The colors that a member's bopi may have: the last acknowledged ones, and those without a response since. */
  readonly colors = new Map<number, string[]>();
  readonly statuses = new Statuses();
  readonly rejected: string[] = [];
  #numbers = 0;

  /** A number that is never used again. */
  next = (): number => ++this.#numbers;

  add(kind: Kind, text: string, copy?: string): Write {
    const write: Write = { text, acknowledged: false, ...(copy && { copy }) };
    this.writes[kind].push(write);
    return write;
  }

  /** Copies of the writes that are acknowledged by now. */
  acknowledged(): Record<Kind, Write[]> {
    const entries = Object.entries(this.writes) as [Kind, Write[]][];
    return Object.fromEntries(
      entries.map(([kind, list]) => [
        kind,
        list.filter((one) => one.acknowledged).map((one) => ({ ...one })),
      ]),
    ) as Record<Kind, Write[]>;
  }
}

/** A member who writes all the time, whatever happens to the site. */
export class ProductionMember {
  readonly #site: ProductionSite;
  readonly #user: Member;
  readonly #partner: number;
  /** Items that this member hasn't bought yet. */
  readonly #items: number[];
  readonly #history: MemberHistory;

  constructor(
    site: ProductionSite,
    user: Member,
    partner: number,
    items: readonly number[],
    history: MemberHistory,
  ) {
    this.#site = site;
    this.#user = user;
    this.#partner = partner;
    this.#items = [...items];
    this.#history = history;
  }

  /** Writes until `isOver` returns true. Finishes the current write first. */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const roll = Math.random();
      if (roll < 0.5) await this.#message(isOver);
      else if (roll < 0.65) await this.#buy(isOver);
      else if (roll < 0.8) await this.#save();
      else if (roll < 0.9) await this.#upload();
      else await this.#signUp();
      await pause(between(PAUSE_MS.least, PAUSE_MS.most));
    }
  }

  #message(isOver: () => boolean): Promise<void> {
    const n = this.#history.next();
    const body = `${this.#user.id} sends ${this.#partner} something new: ${n}`;
    const path = fillPath(sendMessageRoute.path, { userId: this.#partner });
    return this.#repeat(this.#history.add("messages", body), path, { body, client_id: clientId(n) }, isOver);
  }

  async #buy(isOver: () => boolean): Promise<void> {
    const item = this.#items.shift();
    if (item === undefined) return;
    const client_id = clientId(this.#history.next());
    const { id } = this.#user;
    const write = this.#history.add("purchases", `purchase:${id}:${client_id}`, `${id} ${item}`);
    await this.#repeat(
      write,
      fillPath(purchaseItemRoute.path, { id: item }),
      { price: 1, client_id },
      isOver,
    );
  }

  /** Saves the bopi in new colors, once. */
  async #save(): Promise<void> {
    const { id } = this.#user;
    const color = (this.#history.next() % 0xffffff).toString(16).padStart(6, "0").toUpperCase();
    // Before the first acknowledgment, it may have any.
    const possible = this.#history.colors.get(id) ?? [""];
    this.#history.colors.set(id, [...possible, color]);
    const colors = Object.fromEntries(COLOR_KEYS.map((key) => [key, `#${color}`]));
    const status = await this.#once(updateAvatarRoute.path, colors);
    if (status === 200) this.#history.colors.set(id, [color]);
    else if (status && status < 500) this.#history.colors.set(id, possible);
  }

  /** Uploads a level, once. */
  async #upload(): Promise<void> {
    const n = this.#history.next();
    const write = this.#history.add("levels", `Chaos ${n}`);
    write.acknowledged = (await this.#once("/api/levels", levelForm(write.text, n))) === 201;
  }

  /** Signs up a new account from an address of its own, once. */
  async #signUp(): Promise<void> {
    const n = this.#history.next();
    const write = this.#history.add("accounts", `newcomer_${n}`);
    const client = new SiteClient(this.#site.url, {
      origin: TEST_ORIGIN,
      headers: { "X-Forwarded-For": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` },
    });
    const isOpen = await client.open().then(
      () => true,
      () => false,
    );
    const username = write.text;
    const account = { username, email: `${username}@example.com`, password: PASSWORD };
    const input = { ...account, password_confirmation: PASSWORD };
    write.acknowledged = isOpen && (await this.#once("/api/auth/register", input, client)) === 201;
    if (!isOpen) await this.#site.whenUp();
  }

  /** Sends a request once. Returns the status, if there was a response. */
  async #once(path: string, input: object, client: SiteClient = this.#user): Promise<number | undefined> {
    const response = await client.send(path, input).catch(() => undefined);
    this.#history.statuses.add(response?.status);
    if (!response) await this.#site.whenUp();
    return response?.status;
  }

  /** Repeats a write that is safe to repeat until the site accepts or rejects it. */
  async #repeat(write: Write, path: string, input: object, isOver: () => boolean): Promise<void> {
    for (;;) {
      const status = await this.#once(path, input);
      write.acknowledged = status !== undefined && status < 300;
      if (status && status >= 300 && status < 500 && status !== 429)
        this.#history.rejected.push(`${path}: ${status}`);
      else if (!write.acknowledged && !(status === 429 && isOver())) {
        await this.#site.whenUp();
        await pause(between(50, 400));
        continue;
      }
      return;
    }
  }
}

const clientId = (n: number): string => `chaos-${n}`.padEnd(10, "-");
