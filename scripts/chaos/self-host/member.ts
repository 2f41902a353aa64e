import { setTimeout as pause } from "node:timers/promises";
import { fillPath } from "#domain/api/route.ts";
import { updateAvatarRoute } from "#domain/avatar/api.ts";
import { COLOR_KEYS } from "#domain/avatar/color-keys.ts";
import { sendMessageRoute } from "#domain/conversations/api.ts";
import { purchaseItemRoute } from "#domain/shop/api.ts";
import type { BenchUser } from "../../bench/chat/crowd.ts";
import { SiteClient } from "../../bench/client.ts";
import { between } from "../chat/send-request.ts";
import { levelForm } from "../client.ts";
import { type ProductionSite, TEST_ORIGIN } from "./production-site.ts";
import type { SelfHostHistory, Write } from "./self-host-history.ts";

const TIMEOUT_MS = 30_000;
const PASSWORD = "chaos reigns here";
/** Milliseconds between two writes of a member, below the site's rate limit. */
const PAUSE_MS = { least: 300, most: 1_200 };

interface Result {
  status: number;
  text: string;
}

/** A member who writes all the time, whatever happens to the site. */
export class SelfHostMember {
  readonly #site: ProductionSite;
  readonly #user: BenchUser;
  readonly #partner: number;
  readonly #items: readonly number[];
  readonly #history: SelfHostHistory;
  #isOver: () => boolean = () => false;

  constructor(
    site: ProductionSite,
    user: BenchUser,
    { partner, items }: { partner: number; items: readonly number[] },
    history: SelfHostHistory,
  ) {
    this.#site = site;
    this.#user = user;
    this.#partner = partner;
    this.#items = items;
    this.#history = history;
  }

  /** Writes until `isOver` returns true. Finishes the current write first. */
  async run(isOver: () => boolean): Promise<void> {
    this.#isOver = isOver;
    while (!isOver()) {
      const roll = Math.random();
      if (roll < 0.5) await this.#message();
      else if (roll < 0.65) await this.#buy();
      else if (roll < 0.8) await this.#save();
      else if (roll < 0.9) await this.#upload();
      else await this.#signUp();
      await pause(between(PAUSE_MS.least, PAUSE_MS.most));
    }
  }

  /** Sends a message and repeats it, with the same id, until it's acknowledged. */
  async #message(): Promise<void> {
    const write = this.#history.add("messages", {
      text: `${this.#user.id} sends ${this.#partner} something new: ${this.#history.next()}`,
    });
    const path = fillPath(sendMessageRoute.path, { userId: this.#partner });
    await this.#repeat(write, () =>
      this.#post(path, { body: write.text, client_id: `chaos-${write.number}`.padEnd(10, "-") }),
    );
  }

  /** Buys an item that this member hasn't bought yet, and repeats it until it's acknowledged. */
  async #buy(): Promise<void> {
    const item = this.#items[this.#history.bought(this.#user.id)];
    if (item === undefined) return;
    const write = this.#history.add("purchases", { user: this.#user.id, item, text: "" });
    write.text = `purchase:${this.#user.id}:chaos-${write.number}`;
    const path = fillPath(purchaseItemRoute.path, { id: item });
    const input = { price: 1, client_id: `chaos-${write.number}`.padEnd(10, "-") };
    write.text = `purchase:${this.#user.id}:${input.client_id}`;
    await this.#repeat(write, () => this.#post(path, input));
  }

  /** Saves the bopi in new colors, once. */
  async #save(): Promise<void> {
    const color = (this.#history.next() % 0xffffff).toString(16).padStart(6, "0").toUpperCase();
    const save = this.#history.save(this.#user.id, color);
    const colors = Object.fromEntries(COLOR_KEYS.map((key) => [key, `#${color}`]));
    save((await this.#post(updateAvatarRoute.path, colors))?.status);
  }

  /** Uploads a level, once. */
  async #upload(): Promise<void> {
    const write = this.#history.add("levels", { text: `Chaos ${this.#history.next()}`, user: this.#user.id });
    write.tries = 1;
    const result = await this.#post("/api/levels", levelForm(write.text, write.number));
    this.#history.count(result?.status);
    if (result?.status === 201) write.acknowledged = true;
  }

  /** Signs up a new account from an address of its own, once. */
  async #signUp(): Promise<void> {
    const n = this.#history.next();
    const write = this.#history.add("accounts", { text: `newcomer_${n}` });
    write.tries = 1;
    const client = new SiteClient(this.#site.url, {
      Origin: TEST_ORIGIN,
      "X-Forwarded-For": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    });
    try {
      await client.open();
      const { status } = await client.post("/api/auth/register", {
        username: write.text,
        email: `${write.text}@example.com`,
        password: PASSWORD,
        password_confirmation: PASSWORD,
      });
      this.#history.count(status);
      write.acknowledged = status === 201;
    } catch {
      this.#history.count(undefined);
      await this.#site.whenUp();
    }
  }

  /** Repeats a write that is safe to repeat until the site accepts or rejects it. */
  async #repeat(write: Write, send: () => Promise<Result | undefined>): Promise<void> {
    while (true) {
      write.tries++;
      const result = await send();
      this.#history.count(result?.status);
      if (result && result.status < 300) write.acknowledged = true;
      else if (result && result.status !== 429 && result.status < 500) {
        write.rejected = `${result.status} ${result.text.slice(0, 200)}`;
        this.#history.rejected.push(write.rejected);
      }
      if (write.acknowledged || write.rejected) return;
      // Without an acknowledgment, it may be stored or not.
      if (result?.status === 429 && this.#isOver()) return;
      await this.#site.whenUp();
      await pause(between(50, 400));
    }
  }

  /** Returns undefined without a response. */
  async #post(path: string, input: object | FormData): Promise<Result | undefined> {
    const isForm = input instanceof FormData;
    try {
      const response = await fetch(this.#site.url + path, {
        method: "POST",
        headers: { ...this.#user.writeHeaders, ...(!isForm && { "Content-Type": "application/json" }) },
        body: isForm ? input : JSON.stringify(input),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { status: response.status, text: await response.text() };
    } catch {
      await this.#site.whenUp();
      return undefined;
    }
  }
}
