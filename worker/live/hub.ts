import { Server } from "partyserver";
import type { RenderEvent } from "#domain/renders/events.ts";
import type { Env } from "../env.ts";

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

  /** Says something on every open socket. */
  tell(event: RenderEvent): void {
    this.broadcast(JSON.stringify(event));
  }

  /** Nothing that a page says is listened to. */
  override onMessage(): void {}

  override onError(): void {}
}
