import { socketMessage } from "#domain/conversations/api.ts";
import { ApiError } from "#domain/errors.ts";
import type { LiveEvent, StoredEvent } from "#domain/live/events.ts";
import type { ReceivedFrame } from "#domain/live/frames.ts";
import { isoTime } from "#domain/time.ts";
import { parseInput } from "../http/body.ts";
import { logError } from "../http/log.ts";
import { checkWritable } from "../http/read-only.ts";
import { checkRateLimit } from "../http/session.ts";
import type { Delivery, Receipt } from "./changes.ts";
import { sendMessage } from "./commands.ts";

type Frame = Extract<ReceivedFrame, { type: "send" }>;
type EventOf<N extends LiveEvent["event"]> = Extract<LiveEvent, { event: N }>;

/** The event for the socket whose frame caused a stored event. */
interface FrameReply {
  socket: WebSocket;
  event: EventOf<"MessageSent">;
}

/** A user's hub, as far as messages of its pages need it. */
interface Hub {
  /** Returns what the hub has of the conversation with a user. */
  receiptFor(other: number): Receipt;
  deliver(delivery: Delivery): void;
  send(socket: WebSocket, event: LiveEvent): void;
}

/** Messages from a user's sockets (rule 16). The reply brings the hub's delivery: two object requests. */
export class PageMessages {
  readonly #env: Env;
  readonly #user: number;
  readonly #hub: Hub;
  /** Messages whose pages wait for the result. */
  readonly #pending = new Set<{ socket: WebSocket; client_id: unknown }>();

  constructor(env: Env, user: number, hub: Hub) {
    this.#env = env;
    this.#user = user;
    this.#hub = hub;
  }

  /** Sends a message and replies to its page. Returns whether it was stored. */
  async send(socket: WebSocket, session: string, frame: Frame): Promise<boolean> {
    const pending = { socket, client_id: frame.client_id };
    this.#pending.add(pending);
    const event = await this.#send(session, frame).catch((error: unknown) => rejectionOf(frame, error));
    // Otherwise `replyTo` has replied, with the event's mark.
    if (this.#pending.delete(pending)) this.#hub.send(socket, event);
    return event.event === "MessageSent";
  }

  async #send(session: string, frame: Frame): Promise<EventOf<"MessageSent">> {
    await checkWritable(this.#env, Date.now(), "near");
    await checkRateLimit(this.#env, "write", `user:${this.#user}`);
    const { user_id, body, client_id } = parseInput(socketMessage, frame);
    const { id, at, delivery } = await sendMessage(this.#env, user_id, {
      sender: this.#user,
      session,
      body,
      clientId: client_id,
      receipt: this.#hub.receiptFor(user_id),
    });
    if (delivery) this.#hub.deliver(delivery);
    return { event: "MessageSent", client_id, id, created_at: isoTime(at) };
  }

  /** Returns the reply to the frame that caused an event, or undefined. */
  replyTo(event: StoredEvent): FrameReply | undefined {
    if (event.event !== "NewMessage" || event.message.client_id === undefined) return undefined;
    const { client_id, id, created_at } = event.message;
    for (const pending of this.#pending)
      if (pending.client_id === client_id && this.#pending.delete(pending))
        return { socket: pending.socket, event: { event: "MessageSent", client_id, id, created_at } };
    return undefined;
  }
}

/** Returns the error as HTTP responds with it: one of the conversation's object is a 503 there, too. */
function rejectionOf({ client_id }: Frame, error: unknown): EventOf<"MessageRejected"> {
  if (!(error instanceof ApiError)) logError("message not sent", {}, error);
  const { status, code, message } = error instanceof ApiError ? error : new ApiError("unavailable");
  return {
    event: "MessageRejected",
    client_id: typeof client_id === "string" ? client_id : "",
    status,
    code,
    message,
  };
}
