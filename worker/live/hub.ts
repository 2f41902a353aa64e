import { type Connection, Server } from "partyserver";
import type { RenderEvent } from "#domain/renders/events.ts";
import type { Env } from "../env.ts";

/** A page asks for its data first and opens its socket a moment later: what was said in between is said again. */
const REPEATED_FOR = 30_000;
const MOST_REPEATED = 20;

/**
 * The open sockets of one user, on all their pages and devices. It sleeps while nothing is told: an idle socket costs
 * nothing, not even to be kept awake ("ping" is answered without waking it).
 */
export class UserHub extends Server<Env> {
  static override options = { hibernate: true };

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** What was said lately. An object that has slept since has nothing in it that a page could still be missing. */
  #said: { text: string; at: number }[] = [];

  /** Says something on every open socket. Hearing it twice does no harm. */
  tell(event: RenderEvent): void {
    const text = JSON.stringify(event);
    this.#said = [...this.#recent(), { text, at: Date.now() }].slice(-MOST_REPEATED);
    this.broadcast(text);
  }

  override onConnect(connection: Connection): void {
    for (const { text } of this.#recent()) connection.send(text);
  }

  #recent() {
    return this.#said.filter(({ at }) => at > Date.now() - REPEATED_FOR);
  }

  /** Nothing that a page says is listened to. */
  override onMessage(): void {}

  override onError(): void {}
}
