import { setTimeout as pause } from "node:timers/promises";
import { type LiveEvent, parseLiveEvent } from "#domain/live/events.ts";
import { CLOSE_CODES, livePath, type Queueing } from "#domain/live/frames.ts";
import { reconnectDelay } from "#domain/live/reconnect.ts";
import type { Member } from "../../client/crowd.ts";
import type { SiteSocket } from "../../client/site-socket.ts";

/** An open page of a user. Reconnects by the rules of the browser's page (PROTOCOL.md, rule 17). */
export class ReturningPage {
  readonly user: Member;
  /** The messages that it has received, by id. */
  readonly messages = new Set<string>();
  /** Times at which it was connected. */
  readonly returns: number[] = [];
  /** Watched users that were shown as offline. */
  readonly seenOffline: number[] = [];
  /** Gaps and repetitions in the sequence of events, and hints to refetch everything. */
  readonly errors: string[] = [];
  isOpen = false;
  readonly #watched: readonly number[];
  /** The spread that the server sent last, in milliseconds. */
  #spread = 0;
  #socket: SiteSocket | undefined;
  #mark: string | null = null;
  #isLeft = false;

  constructor(user: Member, watched: readonly number[]) {
    this.user = user;
    this.#watched = watched;
  }

  /** Keeps a socket open until the page is left. */
  async run(): Promise<void> {
    let attempt = 0;
    let queueing: Queueing = "at once";
    while (!this.#isLeft) {
      const { wasOpen, wait } = await this.#connect(queueing);
      if (this.#isLeft) return;
      if (wasOpen) attempt = 0;
      queueing = wait === undefined ? "no turn" : "turn";
      await pause(wait ?? reconnectDelay(attempt, this.#spread, Math.random()));
      if (wait === undefined) attempt++;
    }
  }

  /** Opens a socket. Resolves once it's closed: whether it was greeted, and its turn if it was given one. */
  async #connect(queueing: Queueing): Promise<{ wasOpen: boolean; wait: number | undefined }> {
    const closed = Promise.withResolvers<void>();
    let wasOpen = false;
    let wait: number | undefined;
    this.#socket = this.user.openSocket(livePath(this.#mark, queueing), {
      onText: (text) => {
        const event = this.#receive(text);
        wasOpen ||= event?.event === "Hello";
        if (event?.event === "Closing" && event.code === CLOSE_CODES.wait) wait = event.wait_ms;
      },
      onClose: () => closed.resolve(),
    });
    await closed.promise;
    this.isOpen = false;
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
    if (event.event === "PresenceChanged")
      for (const { user_id, online } of event.users) if (!online) this.seenOffline.push(user_id);
    return event;
  }

  #greet({ resume, reconnect_ms = 0 }: Extract<LiveEvent, { event: "Hello" }>): void {
    this.isOpen = true;
    this.returns.push(performance.now());
    this.#spread = reconnect_ms;
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

  /** Leaves the page as a user does, or stops returning, like a device that loses its power. */
  leave(isLost = false): void {
    this.#isLeft = true;
    if (!isLost) this.#socket?.close();
  }
}
