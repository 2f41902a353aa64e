import { DurableObject } from "cloudflare:workers";

interface Env {
  PAIR: DurableObjectNamespace<Pair>;
  HUB: DurableObjectNamespace<Hub>;
  CROWD: DurableObjectNamespace<Crowd>;
}

const TABLE =
  "create table if not exists messages (id integer primary key, sender integer, body text, at integer)";

/** Stores a message and returns it as an event. */
function store(sql: SqlStorage, sender: number, body: string): { id: number; text: string } {
  const at = Date.now();
  const { id } = sql
    .exec<{ id: number }>(
      "insert into messages (sender, body, at) values (?, ?, ?) returning id",
      sender,
      body,
      at,
    )
    .one();
  const message = { id, body, sender_id: sender, created_at: at };
  return { id, text: JSON.stringify({ event: "NewMessage", message }) };
}

/** Accepts a hibernating socket and sends the first event as the site does. */
function accept(ctx: DurableObjectState, user = ""): Response {
  const { 0: theirs, 1: ours } = new WebSocketPair();
  ctx.acceptWebSocket(ours, [user]);
  ours.send('{"event":"Hello"}');
  return new Response(null, { status: 101, webSocket: theirs });
}

function sendToAll(ctx: DurableObjectState, text: string): void {
  for (const socket of ctx.getWebSockets()) socket.send(text);
}

/** A conversation between two users: stores a row per message and notifies the other one. */
export class Pair extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec(TABLE);
  }

  async post(from: number, to: number, body: string): Promise<{ id: number; text: string }> {
    const stored = store(this.ctx.storage.sql, from, body);
    await this.env.HUB.getByName(String(to)).notify(from, stored.text);
    return stored;
  }
}

const INBOX = "create table if not exists inbox (other integer primary key, newest text, unread integer)";

/** A user's sockets and inbox: the newest message of each conversation and the unread count. */
export class Hub extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec(INBOX);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  override fetch(request: Request): Response {
    return accept(this.ctx, request.headers.get("Cookie") ?? "");
  }

  /** Passes a message on, and replies once it's stored. */
  override async webSocketMessage(socket: WebSocket, text: string): Promise<void> {
    const { user_id: to, client_id, body } = JSON.parse(text) as Record<string, string>;
    if (!to || !body) return;
    const [from, other] = [Number(this.ctx.getTags(socket)[0]), Number(to)];
    const pair = this.env.PAIR.getByName(`${Math.min(from, other)}_${Math.max(from, other)}`);
    const { id, text: event } = await pair.post(from, other, body);
    this.#remember(other, 0, event);
    socket.send(JSON.stringify({ event: "MessageSent", client_id, id }));
  }

  notify(other: number, text: string): void {
    this.#remember(other, 1, text);
    sendToAll(this.ctx, text);
  }

  #remember(other: number, unread: number, text: string): void {
    this.ctx.storage.sql.exec(
      `insert into inbox (other, newest, unread) values (?1, ?2, ?3)
        on conflict (other) do update set newest = ?2, unread = unread + ?3`,
      other,
      text,
      unread,
    );
  }
}

/** One object for everything: stores each message and sends it on its own sockets. */
export class Crowd extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec(TABLE);
  }

  override fetch(): Response {
    return accept(this.ctx);
  }

  post(body: string): void {
    sendToAll(this.ctx, store(this.ctx.storage.sql, 1, body).text);
  }
}

/**
 * The minimum for a message between two users: a frame on the sender's hub is stored by an object for the two, added to both
 * inboxes and sent. The cookie is the caller's id. Under /crowd, one object does everything.
 */
const chat = {
  async fetch(request: Request, { HUB, CROWD }: Env): Promise<Response> {
    const isCrowd = new URL(request.url).pathname === "/crowd";
    if (request.method === "POST") {
      await CROWD.getByName("all").post(((await request.json()) as { body: string }).body);
      return new Response("sent");
    }
    return isCrowd
      ? CROWD.getByName("all").fetch(request)
      : HUB.getByName(request.headers.get("Cookie") ?? "").fetch(request);
  },
};

export default chat;
