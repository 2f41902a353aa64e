import { setTimeout as pause } from "node:timers/promises";
import { fillPath } from "#domain/api/route.ts";
import { requestBuddyRoute } from "#domain/buddies/api.ts";
import { sendMessageRoute } from "#domain/conversations/api.ts";
import { sendRequest } from "../chat/send-request.ts";
import type { KillableSite } from "../killable-site.ts";
import type { ReturningPage } from "./returning-page.ts";

/** Time between two actions of all users, in milliseconds. */
const ACTION_MS = 60;
/** The share of buddy requests among the actions. */
const REQUESTS = 0.2;

/** Users who write to each other and request each other as buddies, also while pages are away. */
export class Traffic {
  /** Acknowledged messages, each with the page that must receive it. */
  readonly messages: { id: string; page: ReturningPage }[] = [];
  /** Acknowledged requests, each with the requesting user and the page that must be notified. */
  readonly requests: { from: string; page: ReturningPage }[] = [];
  readonly rejected: string[] = [];
  readonly #site: KillableSite;
  readonly #pages: readonly ReturningPage[];
  readonly #requested = new Set<string>();
  #count = 0;
  #isOver = false;
  #running: Promise<void> = Promise.resolve();

  /** `pages` are of different users. Neighbors write to each other. */
  constructor(site: KillableSite, pages: readonly ReturningPage[]) {
    this.#site = site;
    this.#pages = pages;
  }

  start(): void {
    this.#isOver = false;
    this.#running = this.#run();
  }

  /** Stops, and waits for pending actions. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    const pending = new Set<Promise<void>>();
    while (!this.#isOver) {
      const action = this.#perform(this.#count++).finally(() => pending.delete(action));
      pending.add(action);
      await pause(ACTION_MS);
    }
    await Promise.all(pending);
  }

  async #perform(count: number): Promise<void> {
    const i = (count * 7) % this.#pages.length;
    const from = this.#pages[i] as ReturningPage;
    if (Math.random() < REQUESTS) await this.#request(from, this.#at(i + 2 + (count % 8)));
    else await this.#message(from, this.#at(i ^ 1), count);
  }

  #at(index: number): ReturningPage {
    return this.#pages[index % this.#pages.length] as ReturningPage;
  }

  async #message(from: ReturningPage, to: ReturningPage, count: number): Promise<void> {
    const path = fillPath(sendMessageRoute.path, { userId: to.user.id });
    const input = { body: `Message ${count} of this run`, client_id: crypto.randomUUID() };
    const response = await sendRequest(this.#site, from.user, path, input);
    if (response?.status !== 200) return this.#reject(response);
    const { id } = JSON.parse(response.text) as { id: string };
    this.messages.push({ id, page: to }, { id, page: from });
  }

  async #request(from: ReturningPage, to: ReturningPage): Promise<void> {
    const pair = [from.user.id, to.user.id].sort().join();
    if (from === to || this.#requested.has(pair)) return;
    this.#requested.add(pair);
    const path = fillPath(requestBuddyRoute.path, { username: to.user.name });
    const response = await sendRequest(this.#site, from.user, path, {});
    if (response?.status !== 200) return this.#reject(response);
    this.requests.push({ from: from.user.name, page: to });
  }

  /** A request without a response may or may not have been done. */
  #reject(response: { status: number; text: string } | undefined): void {
    if (response) this.rejected.push(`${response.status} ${response.text.slice(0, 200)}`);
  }
}
