import { fillPath } from "#domain/api/route.ts";
import { readMessagesRoute, sendMessageRoute } from "#domain/conversations/api.ts";
import type { Guest } from "../../bench/chat/crowd.ts";
import type { MortalSite } from "../mortal.ts";
import { ask, between, chance, pause } from "./ask.ts";
import type { Memory, Said } from "./memory.ts";

/** Milliseconds between two deeds in a conversation. */
const WAIT = { least: 100, most: 900 };
const READS = 0.2;
/** Shares of the messages that are sent twice at the same moment, and once more after they were acknowledged. */
const DOUBLED = 0.1;
const REPEATED = 0.1;

/** Somebody who writes to others, one message at a time to each, and sends it again until it is acknowledged. */
export class Member {
  readonly #site: MortalSite;
  readonly #guest: Guest;
  readonly #memory: Memory;
  /** The newest message of each other that any page has shown. */
  readonly #shown: (other: number) => string | undefined;

  constructor(site: MortalSite, guest: Guest, memory: Memory, shown: (other: number) => string | undefined) {
    this.#site = site;
    this.#guest = guest;
    this.#memory = memory;
    this.#shown = shown;
  }

  /** Talks with somebody until `over` says so; what was begun is brought to its end. */
  async talkTo(other: number, over: () => boolean): Promise<void> {
    while (!over()) {
      if (chance(READS)) await this.#read(other);
      else await this.#say(other);
      await pause(between(WAIT.least, WAIT.most));
    }
  }

  async #say(to: number): Promise<void> {
    const from = this.#guest.id;
    const n = this.#memory.said.length;
    const said: Said = { from, to, body: `${from} says to ${to} what nobody has said: ${n}`, ids: new Set() };
    this.#memory.said.push(said);
    const name = `chaos-${n}`.padEnd(10, "-");
    for (let tries = 0; said.ids.size === 0; tries++) {
      if (tries) {
        this.#memory.retries++;
        await this.#site.up();
        await pause(between(20, 300));
      }
      const times = chance(DOUBLED) ? 2 : 1;
      this.#memory.doubles += times - 1;
      const answers = await Promise.all(Array.from({ length: times }, () => this.#send(said, name)));
      if (answers.includes("refused")) return;
    }
    if (!chance(REPEATED)) return;
    this.#memory.doubles++;
    await this.#send(said, name);
  }

  async #send(said: Said, client_id: string): Promise<"acknowledged" | "refused" | "unknown"> {
    this.#memory.posts++;
    const path = fillPath(sendMessageRoute.path, { userId: said.to });
    const answer = await ask(this.#site, this.#guest, path, { body: said.body, client_id });
    if (!answer) return "unknown";
    if (answer.status !== 200) {
      this.#memory.refused.push(`${answer.status} ${answer.text}`);
      return "refused";
    }
    said.ids.add((JSON.parse(answer.text) as { id: string }).id);
    return "acknowledged";
  }

  /** Marks as read what a page has shown, or everything. */
  async #read(other: number): Promise<void> {
    const shown = chance(0.7) ? this.#shown(other) : undefined;
    const path = fillPath(readMessagesRoute.path, { userId: other });
    const answer = await ask(this.#site, this.#guest, path, shown ? { last_message: shown } : {});
    if (!answer) return;
    if (answer.status !== 200) this.#memory.refused.push(`${answer.status} ${answer.text}`);
    else if (shown) this.#memory.read.set(`${this.#guest.id} ${other}`, shown);
  }
}
