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
  /** A room's end of its sockets. */
  static onRoom: ((socket: FakeSocket) => void) | null = null;
  onBytes: (bytes: Uint8Array) => void = () => {};

  constructor(url: string | URL) {
    super();
    this.url = String(url);
    const isRoom = this.url.includes("/api/rooms/");
    if (!isRoom) opened.push(this);
    queueMicrotask(() => {
      if (isRoom && FakeSocket.onRoom) return FakeSocket.onRoom(this);
      this.dispatchEvent(new Event("open"));
      // Nothing was missed. "new" would refetch everything on a page whose process is older than half a minute.
      this.deliver({ event: "Hello", resume: "silence", unread_messages: 0, unread_notifications: 0 });
    });
  }

  static newest = (): FakeSocket | undefined => opened.at(-1);
  static forgetAll = (): void => {
    opened.length = 0;
  };

  send(frame: string | Uint8Array): void {
    if (typeof frame !== "string") this.onBytes(frame);
    else if (frame === "ping") this.dispatchEvent(new MessageEvent("message", { data: "pong" }));
    else {
      const sent = JSON.parse(frame);
      this.sent.push(sent);
      // Messages go over HTTP, where tests respond.
      const rejected = {
        event: "MessageRejected",
        status: 409,
        code: "session_changed",
        message: "",
      } as const;
      if (sent.type === "send") this.deliver({ ...rejected, client_id: sent.client_id });
    }
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }

  deliver(event: LiveEvent): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(event) }));
  }
}
