import { DurableObject } from "cloudflare:workers";

interface Env {
  PAIR: DurableObjectNamespace<Pair>;
  HUB: DurableObjectNamespace<Hub>;
  CROWD: DurableObjectNamespace<Crowd>;
  /** `nothing`: what is told to somebody is told and forgotten. */
  HUBS_KEEP?: string;
}

const TABLE =
  "create table if not exists messages (id integer primary key, sender integer, body text, at integer)";

/** Keeps a message and answers it as it is told. */
function store(sql: SqlStorage, sender: number, body: string): string {
  const at = Date.now();
  const { id } = sql
    .exec("insert into messages (sender, body, at) values (?, ?, ?) returning id", sender, body, at)
    .one();
  return JSON.stringify({ event: "NewMessage", message: { id, body, sender_id: sender, created_at: at } });
}

/** Accepts a socket that may sleep, and says hello on it as the site does. */
function accept(ctx: DurableObjectState): Response {
  const { 0: theirs, 1: ours } = new WebSocketPair();
  ctx.acceptWebSocket(ours);
  ours.send('{"event":"Hello"}');
  return new Response(null, { status: 101, webSocket: theirs });
}

function tellAll(ctx: DurableObjectState, text: string): void {
  for (const socket of ctx.getWebSockets()) socket.send(text);
}

/** What two people said: one row a message, then both are told. */
export class Pair extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec(TABLE);
  }

  async say(from: number, to: number, body: string): Promise<string> {
    const text = store(this.ctx.storage.sql, from, body);
    const { HUB } = this.env;
    await Promise.all([
      HUB.getByName(String(from)).tell(to, 0, text),
      HUB.getByName(String(to)).tell(from, 1, text),
    ]);
    return text;
  }
}

const INBOX = "create table if not exists inbox (other integer primary key, newest text, unread integer)";

/** Somebody's sockets and inbox: the newest of each conversation, and how much of it is not read. */
export class Hub extends DurableObject<Env> {
  readonly #keeps: boolean;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#keeps = env.HUBS_KEEP !== "nothing";
    if (this.#keeps) ctx.storage.sql.exec(INBOX);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  override fetch(): Response {
    return accept(this.ctx);
  }

  /** Nothing that a page says is listened to. */
  override webSocketMessage(): void {}

  tell(other: number, unread: number, text: string): void {
    if (this.#keeps)
      this.ctx.storage.sql.exec(
        `insert into inbox (other, newest, unread) values (?1, ?2, ?3)
          on conflict (other) do update set newest = ?2, unread = unread + ?3`,
        other,
        text,
        unread,
      );
    tellAll(this.ctx, text);
  }
}

/** One object for everything: keeps each message and says it on its own sockets; what a socket says comes back on it. */
export class Crowd extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec(TABLE);
  }

  override fetch(): Response {
    return accept(this.ctx);
  }

  say(from: number, body: string): string {
    const text = store(this.ctx.storage.sql, from, body);
    tellAll(this.ctx, text);
    return text;
  }

  override webSocketMessage(socket: WebSocket, text: string): void {
    socket.send(text);
  }
}

/**
 * The least that delivers a message between two people: a POST is parsed, kept by an object of the two, noted
 * in the inbox of each and told. The cookie is the caller's id. Under /crowd, one object does it all.
 */
export default {
  async fetch(request: Request, { PAIR, HUB, CROWD }: Env): Promise<Response> {
    const { pathname } = new URL(request.url);
    const from = Number(request.headers.get("Cookie"));
    const [, place, to] = pathname.split("/");
    if (request.method === "GET")
      return place === "crowd"
        ? CROWD.getByName("all").fetch(request)
        : HUB.getByName(String(from)).fetch(request);
    const { body } = (await request.json()) as { body: string };
    const other = Number(to);
    const said =
      place === "crowd"
        ? CROWD.getByName("all").say(from, body)
        : PAIR.getByName(`${Math.min(from, other)}_${Math.max(from, other)}`).say(from, other, body);
    return new Response(await said, { headers: { "Content-Type": "application/json" } });
  },
};
