import { setTimeout as pause } from "node:timers/promises";
import { type LiveEvent, parseLiveEvent } from "#domain/live/events.ts";
import { CLOSE_CODES, livePath, type Queueing } from "#domain/live/frames.ts";
import { reconnectDelay } from "#domain/live/reconnect.ts";
import type { BenchUser } from "../../bench/chat/crowd.ts";
import { RawWebSocket } from "../../bench/chat/raw-web-socket.ts";

/** An open page of a user. Reconnects by the rules of the browser's page (PROTOCOL.md, rule 17). */
export class ReturningPage {
  readonly user: BenchUser;
  /** The messages that it has received, by id. */
  readonly messages = new Set<string>();
  /** The users whose requests it was notified of. */
  readonly notifiedOf = new Set<string>();
  /** Times at which it was connected, and at which it tried to. */
  readonly returns: number[] = [];
  readonly attempts: number[] = [];
  /** Watched users that were shown as offline, with the time. */
  readonly seenOffline: { user: number; at: number }[] = [];
  /** Gaps and repetitions in the sequence of events, and hints to refetch everything. */
  readonly errors: string[] = [];
  turns = 0;
  /** The spread that the server sent last, in milliseconds. */
  spread = 0;
  #url: string;
  #watched: readonly number[];
  #socket: RawWebSocket | undefined;
  #mark: string | null = null;
  #isGreeted = false;
  #isLeft = false;

  constructor(url: string, user: BenchUser, watched: readonly number[]) {
    this.#url = url;
    this.user = user;
    this.#watched = watched;
  }

  get isOpen(): boolean {
    return this.#isGreeted;
  }

  /** Keeps a socket open until the page is left. */
  async run(): Promise<void> {
    let attempt = 0;
    let queueing: Queueing = "at once";
    while (!this.#isLeft) {
      const { wasOpen, wait } = await this.#connect(queueing);
      if (this.#isLeft) return;
      if (wait !== undefined) this.turns++;
      if (wasOpen) attempt = 0;
      queueing = wait === undefined ? "no turn" : "turn";
      await pause(wait ?? reconnectDelay(attempt, this.spread, Math.random()));
      if (wait === undefined) attempt++;
    }
  }

  /** Opens a socket. Resolves once it's closed: whether it was greeted, and its turn if it was given one. */
  async #connect(queueing: Queueing): Promise<{ wasOpen: boolean; wait: number | undefined }> {
    const closed = Promise.withResolvers<void>();
    let wasOpen = false;
    let wait: number | undefined;
    this.attempts.push(performance.now());
    try {
      this.#socket = await RawWebSocket.open(this.#url + livePath(this.#mark, queueing), this.user.headers, {
        onMessage: (payload) => {
          const event = this.#receive(payload.toString());
          wasOpen ||= event?.event === "Hello";
          if (event?.event === "Closing" && event.code === CLOSE_CODES.wait) wait = event.wait_ms;
        },
        onClose: () => closed.resolve(),
      });
      await closed.promise;
    } catch {
      // The site is down: the page tries again.
    }
    this.#isGreeted = false;
    this.#socket = undefined;
    return { wasOpen, wait };
  }

  #receive(text: string): LiveEvent | undefined {
    const read = parseLiveEvent(text);
    if (!read) return undefined;
    const { event, mark } = read;
    if (event.event === "Hello") this.#greet(event);
    else if (mark) this.#checkSequence(mark);
    if (mark) this.#mark = event.event === "Hello" && event.resume === "replay" ? this.#mark : mark;
    if (event.event === "NewMessage") this.messages.add(event.message.id);
    if (event.event === "Notified") this.notifiedOf.add(JSON.stringify(event.notification));
    if (event.event === "PresenceChanged")
      for (const { user_id, online } of event.users)
        if (!online) this.seenOffline.push({ user: user_id, at: performance.now() });
    return event;
  }

  #greet({ resume, reconnect_ms = 0 }: Extract<LiveEvent, { event: "Hello" }>): void {
    this.#isGreeted = true;
    this.returns.push(performance.now());
    this.spread = reconnect_ms;
    if (this.#mark && resume !== "silence" && resume !== "replay") this.errors.push(`resume: ${resume}`);
    this.#socket?.send(JSON.stringify({ type: "watch", user_ids: this.#watched }));
  }

  /** Stored events follow each other without a gap. */
  #checkSequence(mark: string): void {
    const [epoch, seq] = mark.split(".");
    const [lastEpoch, lastSeq] = this.#mark?.split(".") ?? [];
    if (this.#mark && (epoch !== lastEpoch || Number(seq) !== Number(lastSeq) + 1))
      this.errors.push(`${this.#mark} was followed by ${mark}`);
  }

  /** Leaves the page as a user does. */
  leave(): void {
    this.#isLeft = true;
    this.#socket?.close();
  }

  /** Stops returning, like a device that loses its power. */
  vanish(): void {
    this.#isLeft = true;
  }
}
