import type { LiveEvent } from "#domain/live/events.ts";

const opened: FakeSocket[] = [];

/** A socket to the site that opens at once. */
export class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  readyState = FakeSocket.OPEN;
  readonly url: string;
  readonly sent: unknown[] = [];

  constructor(url: string) {
    super();
    this.url = url;
    opened.push(this);
    queueMicrotask(() => {
      this.dispatchEvent(new Event("open"));
      this.deliver({ event: "Hello", resume: "new", unread_messages: 0, unread_notifications: 0 });
    });
  }

  static newest = (): FakeSocket | undefined => opened.at(-1);
  static forgetAll = (): void => {
    opened.length = 0;
  };

  send(frame: string): void {
    if (frame === "ping") this.dispatchEvent(new MessageEvent("message", { data: "pong" }));
    else this.sent.push(JSON.parse(frame));
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }

  deliver(event: LiveEvent): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(event) }));
  }
}
