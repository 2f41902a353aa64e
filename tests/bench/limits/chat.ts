import { DurableObject } from "cloudflare:workers";

interface Env {
  PAIR: DurableObjectNamespace<Pair>;
  HUB: DurableObjectNamespace<Hub>;
  CROWD: DurableObjectNamespace<Crowd>;
  /** `nothing`: inboxes store nothing. */
  HUBS_STORE?: string;
}

const TABLE =
  "create table if not exists messages (id integer primary key, sender integer, body text, at integer)";

/** Stores a message and returns it as an event. */
function store(sql: SqlStorage, sender: number, body: string): string {
  const at = Date.now();
  const { id } = sql
    .exec("insert into messages (sender, body, at) values (?, ?, ?) returning id", sender, body, at)
    .one();
  return JSON.stringify({ event: "NewMessage", message: { id, body, sender_id: sender, created_at: at } });
}

/** Accepts a hibernating socket and sends the first event as the site does. */
function accept(ctx: DurableObjectState): Response {
  const { 0: theirs, 1: ours } = new WebSocketPair();
  ctx.acceptWebSocket(ours);
  ours.send('{"event":"Hello"}');
  return new Response(null, { status: 101, webSocket: theirs });
}

function sendToAll(ctx: DurableObjectState, text: string): void {
  for (const socket of ctx.getWebSockets()) socket.send(text);
}

/** A conversation between two users: stores a row per message and notifies both. */
export class Pair extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec(TABLE);
  }

  async post(from: number, to: number, body: string): Promise<string> {
    const text = store(this.ctx.storage.sql, from, body);
    const { HUB } = this.env;
    await Promise.all([
      HUB.getByName(String(from)).notify(to, 0, text),
      HUB.getByName(String(to)).notify(from, 1, text),
    ]);
    return text;
  }
}

const INBOX = "create table if not exists inbox (other integer primary key, newest text, unread integer)";

/** A user's sockets and inbox: the newest message of each conversation and the unread count. */
export class Hub extends DurableObject<Env> {
  readonly #storesInbox: boolean;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#storesInbox = env.HUBS_STORE !== "nothing";
    if (this.#storesInbox) ctx.storage.sql.exec(INBOX);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  override fetch(): Response {
    return accept(this.ctx);
  }

  /** Ignores messages from pages. */
  override webSocketMessage(): void {}

  notify(other: number, unread: number, text: string): void {
    if (this.#storesInbox)
      this.ctx.storage.sql.exec(
        `insert into inbox (other, newest, unread) values (?1, ?2, ?3)
          on conflict (other) do update set newest = ?2, unread = unread + ?3`,
        other,
        text,
        unread,
      );
    sendToAll(this.ctx, text);
  }
}

/** One object for everything: stores each message and sends it on its own sockets. Messages on a socket are echoed. */
export class Crowd extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec(TABLE);
  }

  override fetch(): Response {
    return accept(this.ctx);
  }

  post(from: number, body: string): string {
    const text = store(this.ctx.storage.sql, from, body);
    sendToAll(this.ctx, text);
    return text;
  }

  override webSocketMessage(socket: WebSocket, text: string): void {
    socket.send(text);
  }
}

/**
 * The minimum for a message between two users: a POST is parsed, stored by an object for the two, added to both inboxes
 * and sent. The cookie is the caller's id. Under /crowd, one object does everything.
 */
const chat = {
  async fetch(request: Request, { PAIR, HUB, CROWD }: Env): Promise<Response> {
    const { pathname } = new URL(request.url);
    const from = Number(request.headers.get("Cookie"));
    const [, kind, to] = pathname.split("/");
    if (request.method === "GET")
      return kind === "crowd"
        ? CROWD.getByName("all").fetch(request)
        : HUB.getByName(String(from)).fetch(request);
    const { body } = (await request.json()) as { body: string };
    const other = Number(to);
    const message =
      kind === "crowd"
        ? CROWD.getByName("all").post(from, body)
        : PAIR.getByName(`${Math.min(from, other)}_${Math.max(from, other)}`).post(from, other, body);
    return new Response(await message, { headers: { "Content-Type": "application/json" } });
  },
};

export default chat;
