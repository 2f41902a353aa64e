import { DurableObject } from "cloudflare:workers";

interface Env {
  PAIR: DurableObjectNamespace<Pair>;
  HUB: DurableObjectNamespace<Hub>;
  CROWD: DurableObjectNamespace<Crowd>;
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
    await Promise.all([from, to].map((id) => this.env.HUB.getByName(String(id)).tell(text)));
    return text;
  }
}

/** Somebody's sockets. */
export class Hub extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  override fetch(): Response {
    return accept(this.ctx);
  }

  tell(text: string): void {
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
 * The least that delivers a message between two people: a POST is parsed, kept by an object of the two, told by an
 * object of each. The cookie is the caller's id. Under /crowd, one object does it all.
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
