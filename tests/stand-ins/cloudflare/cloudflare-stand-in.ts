import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";

/** An error of Cloudflare's API. */
export interface ApiFault {
  status: number;
  code: number;
  message: string;
}

interface Version {
  id: string;
  secrets: Record<string, string>;
}

interface StoredDatabase {
  uuid: string;
  location: string | undefined;
  replication: string;
  sqlite: DatabaseSync;
  /** States for Time Travel, by bookmark. */
  states: Map<string, Uint8Array>;
}

type Handler = (match: readonly string[], body: Buffer, url: URL) => unknown;

const notFound = (code: number, message: string): ApiFault => ({ status: 404, code, message });
const isApiFault = (value: unknown): value is ApiFault =>
  typeof value === "object" && value !== null && "code" in value && "status" in value;

const patternOf = (route: string) =>
  new RegExp(`^${route.replaceAll("*", "[\\w-]+").replace(":id", "([\\w-]+)").replace(":rest", ".*")}$`);

/** The parts of a form by their names, as text. */
function partsOf(body: Buffer): Record<string, string> {
  const text = body.toString("latin1");
  const boundary = text.slice(0, text.indexOf("\r\n"));
  return Object.fromEntries(
    text
      .split(boundary)
      .slice(1, -1)
      .map((part) => {
        const [head = "", ...content] = part.split("\r\n\r\n");
        return [/name="([^"]*)"/.exec(head)?.[1] ?? "", content.join("\r\n\r\n").slice(0, -2)];
      }),
  );
}

/** A stand-in for the API of one Cloudflare account, as wrangler and `npm run deploy` call it. Databases are real ones. */
export class CloudflareStandIn {
  readonly account = "0123456789abcdef0123456789abcdef";
  /** Its plan; null if the token may not read it. */
  plan: "free" | "paid" | null = "paid";
  zones = [{ id: "zone-1", name: "example.com" }];
  senders: { name: string; enabled: boolean }[] = [];
  readonly databases = new Map<string, StoredDatabase>();
  readonly buckets = new Map<string, { location: string | undefined }>();
  readonly queues = new Map<string, { id: string; consumers: { script: string; dead?: string }[] }>();
  /** The worker's versions, the newest last. */
  readonly versions: Version[] = [];
  /** The version with all traffic. */
  live: string | null = null;
  /** Changes in their order. */
  readonly changes: string[] = [];
  /** Refuses calls: returns an error for a method and a path. */
  fault: (method: string, path: string) => ApiFault | undefined = () => undefined;
  /** Calls without a handler. */
  readonly unknown: string[] = [];
  /** Whether the live version works. */
  isHealthy: (version: string) => boolean = () => true;
  readonly #uploads = new Map<string, string>();
  readonly #server = createServer((request, response) => void this.#respond(request, response));

  /** Starts the server. Returns the variables that lead wrangler and the deployment to it. */
  async start(): Promise<Record<string, string>> {
    // The client ends connections: one that ends here while a request is on its way fails that request.
    this.#server.keepAliveTimeout = 0;
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return {
      CLOUDFLARE_API_BASE_URL: `${this.url}/client/v4`,
      CLOUDFLARE_API_TOKEN: "a token only for tests",
      CLOUDFLARE_ACCOUNT_ID: this.account,
    };
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Returns a database of the account. */
  database(name: string): StoredDatabase {
    const found = this.databases.get(name);
    if (!found) throw new Error(`There's no database ${name}.`);
    return found;
  }

  addDatabase(name: string, location?: string): StoredDatabase {
    const database = {
      uuid: randomUUID(),
      location,
      replication: "disabled",
      sqlite: new DatabaseSync(":memory:"),
      states: new Map(),
    };
    this.databases.set(name, database);
    return database;
  }

  #byId(uuid: string): [string, StoredDatabase] | ApiFault {
    const found = [...this.databases].find(([name, each]) => each.uuid === uuid || name === uuid);
    return found ?? notFound(7404, "The database could not be found");
  }

  /** `*` stands for any name, `:id` for one that the handler gets, `:rest` for any end. */
  readonly #routes: Record<string, Handler> = {
    "GET /user": () => ({ id: "user", email: "operator@example.com" }),
    "GET /user/tokens/verify": () => ({ id: "token", status: "active" }),
    "GET /memberships": () => [
      { id: "m", account: { id: this.account, name: "Test account" }, status: "accepted" },
    ],
    "GET /accounts": () => [{ id: this.account, name: "Test account" }],
    "GET /accounts/*/subscriptions": () =>
      this.plan === null
        ? { status: 403, code: 10_000, message: "Authentication error" }
        : [{ rate_plan: { id: this.plan === "paid" ? "workers_paid" : "free" } }],
    "GET /zones": (_, __, url) =>
      this.zones.filter(({ name }) => name === (url.searchParams.get("name") ?? name)),
    "GET /zones/*/email/sending/subdomains": () => this.senders,
    "GET /accounts/*/analytics_engine/sql": () => ({ data: [] }),
    "GET /accounts/*/workers/subdomain": () => ({ subdomain: "operator" }),

    "GET /accounts/*/d1/database": (_, __, url) =>
      [...this.databases]
        .filter(([name]) => name === (url.searchParams.get("name") ?? name))
        .map(([name, { uuid }]) => ({ name, uuid })),
    "POST /accounts/*/d1/database": (_, body) => {
      const { name, primary_location_hint } = JSON.parse(body.toString());
      if (this.plan === "free" && this.databases.size >= 10)
        return { status: 400, code: 7406, message: "System limit reached: databases per account (10)" };
      this.changes.push(`database ${name}`);
      return { name, uuid: this.addDatabase(name, primary_location_hint).uuid };
    },
    "(GET|PATCH) /accounts/*/d1/database/:id": ([, method = "", id = ""], body) => {
      const found = this.#byId(id);
      if (isApiFault(found)) return found;
      const [name, database] = found;
      if (method === "PATCH") {
        database.replication = JSON.parse(body.toString()).read_replication.mode;
        this.changes.push(`replicas of ${name} ${database.replication}`);
      }
      return { name, uuid: database.uuid, read_replication: { mode: database.replication } };
    },
    "POST /accounts/*/d1/database/:id/query": ([, id = ""], body) => {
      const found = this.#byId(id);
      return isApiFault(found) ? found : this.#query(found[1].sqlite, JSON.parse(body.toString()).sql);
    },
    "POST /accounts/*/d1/database/:id/import": ([, id = ""], body) => {
      const found = this.#byId(id);
      if (isApiFault(found)) return found;
      const { action, etag } = JSON.parse(body.toString());
      if (action === "init") return { upload_url: `${this.url}/upload/${etag}`, filename: etag };
      const sql = this.#uploads.get(etag) ?? "";
      const [name, { sqlite }] = found;
      try {
        sqlite.exec(`begin; ${sql}; commit`);
      } catch (error) {
        if (sqlite.isTransaction) sqlite.exec("rollback");
        return { status: 400, code: 7500, message: String(error) };
      }
      this.changes.push(`migrations of ${name}`);
      return {
        success: true,
        type: "import",
        status: "complete",
        messages: [],
        result: {
          num_queries: 1,
          final_bookmark: "b",
          meta: { duration: 0, rows_read: 0, rows_written: 0, size_after: 0, num_tables: 0, changes: 0 },
        },
      };
    },
    "GET /accounts/*/d1/database/:id/time_travel/bookmark": ([, id = ""]) => {
      const found = this.#byId(id);
      return isApiFault(found) ? found : { bookmark: this.saveState(found[0]) };
    },
    "POST /accounts/*/d1/database/:id/time_travel/restore": ([, id = ""], _, url) => {
      const found = this.#byId(id);
      if (isApiFault(found)) return found;
      const [name, database] = found;
      const state = database.states.get(url.searchParams.get("bookmark") ?? "");
      const previous_bookmark = this.saveState(name);
      this.changes.push(`rewind ${name} ${url.search}`);
      if (state) {
        // A database with prepared statements can't be deserialized into.
        database.sqlite = new DatabaseSync(":memory:");
        database.sqlite.deserialize(state);
      }
      return { previous_bookmark };
    },

    "GET /accounts/*/r2/buckets/:id": ([, name = ""]) =>
      this.buckets.has(name) ? { name } : notFound(10_006, "The specified bucket does not exist."),
    "POST /accounts/*/r2/buckets": (_, body) => {
      const { name, locationHint } = JSON.parse(body.toString());
      this.buckets.set(name, { location: locationHint });
      this.changes.push(`bucket ${name}`);
      return {};
    },
    "GET /accounts/*/queues": (_, __, url) =>
      [...this.queues]
        .filter(([name]) => !url.searchParams.has("name") || url.searchParams.getAll("name").includes(name))
        .map(([queue_name, { id, consumers }]) => ({
          queue_name,
          queue_id: id,
          producers: [],
          consumers: consumers.map(({ script }, i) => ({ type: "worker", script, consumer_id: `c${i}` })),
          consumers_total_count: consumers.length,
        })),
    "POST /accounts/*/queues": (_, body) => {
      const { queue_name } = JSON.parse(body.toString());
      this.queues.set(queue_name, { id: randomUUID(), consumers: [] });
      this.changes.push(`queue ${queue_name}`);
      return { queue_name };
    },
    "(?:POST|PUT) /accounts/*/queues/:id/consumers:rest": ([, id = ""], body) => {
      const queue = [...this.queues.values()].find((each) => each.id === id);
      if (!queue) return notFound(11_000, "The queue does not exist");
      const { script_name: script, dead_letter_queue: dead } = JSON.parse(body.toString());
      if (dead && !this.queues.has(dead)) return notFound(11_000, `The queue ${dead} does not exist`);
      queue.consumers = [{ script, ...(dead && { dead }) }];
      return { queue_name: id };
    },

    "GET /accounts/*/workers/(?:services|scripts)/*(?:/settings|/environments/production)?": () =>
      this.live === null
        ? notFound(10_007, "This Worker does not exist on your account.")
        : {
            default_environment: {
              environment: "production",
              script: { tag: "t", last_deployed_from: "wrangler" },
            },
            script: { tag: "t", last_deployed_from: "wrangler" },
            bindings: [],
            migration_tag: "v1",
          },
    "GET /accounts/*/workers/workers/:id": ([, name = ""]) => ({
      id: name,
      name,
      subdomain: { enabled: true, previews_enabled: false },
    }),
    "GET /accounts/*/workers/scripts/*/secrets": () => {
      const newest = this.versions.at(-1);
      if (!newest) return notFound(10_007, "This Worker does not exist on your account.");
      return Object.keys(newest.secrets).map((name) => ({ name, type: "secret_text" }));
    },
    "POST /accounts/*/workers/scripts/*/assets-upload-session": () => ({ jwt: "assets", buckets: [] }),
    "(?:PUT|POST) /accounts/*/workers/scripts/*(?:/versions)?": (_, body) => this.#upload(body),
    "POST /accounts/*/workers/scripts/*/deployments": (_, body) => {
      const { versions } = JSON.parse(body.toString()) as { versions: { version_id: string }[] };
      this.live = versions[0]?.version_id ?? null;
      this.changes.push(`live ${this.live}`);
      return { id: randomUUID() };
    },
    "GET /accounts/*/workers/scripts/*/deployments": () => ({
      deployments: [
        {
          id: "d",
          source: "wrangler",
          strategy: "percentage",
          author_email: "",
          created_on: new Date(0).toISOString(),
          versions: [{ version_id: this.live, percentage: 100 }],
        },
      ],
    }),
    "GET /accounts/*/workers/scripts/*/versions": () => ({
      items: this.versions.map(({ id }, i) => this.#describe(id, i)),
    }),
    "GET /accounts/*/workers/scripts/*/versions/:id": ([, id = ""]) => {
      const i = this.versions.findIndex((each) => each.id === id);
      return i < 0 ? notFound(10_007, "No such version") : this.#describe(id, i);
    },
    "PATCH /accounts/*/workers/scripts/*/script-settings": () => ({}),
    "(?:GET|POST) /accounts/*/workers/scripts/*/subdomain": () => ({
      enabled: true,
      previews_enabled: false,
    }),
    "PUT /accounts/*/workers/scripts/*/schedules": () => ({ schedules: [] }),
    "(?:GET|PUT|POST) /accounts/*/workers/(?:scripts/*/)?domains:rest": () => [],
  };

  #describe(id: string, i: number) {
    return {
      id,
      number: i + 1,
      metadata: {
        created_on: new Date(i).toISOString(),
        modified_on: new Date(i).toISOString(),
        author_email: "",
        source: "wrangler",
      },
      annotations: {},
      resources: { bindings: [], script: {}, script_runtime: {} },
    };
  }

  /** Saves the state of a database. Returns its bookmark. */
  saveState(name: string): string {
    const { states, sqlite } = this.database(name);
    const bookmark = `bookmark-${name}-${states.size}`;
    states.set(bookmark, sqlite.serialize());
    return bookmark;
  }

  /** A version inherits the secrets of the newest one. */
  addVersion(secrets: Record<string, string> = {}): string {
    const id = randomUUID();
    this.versions.push({ id, secrets: { ...this.versions.at(-1)?.secrets, ...secrets } });
    return id;
  }

  #upload(body: Buffer) {
    const metadata = JSON.parse(partsOf(body).metadata ?? "{}") as {
      bindings?: { type: string; name: string; text?: string; queue_name?: string; bucket_name?: string }[];
    };
    for (const { type, queue_name = "", bucket_name = "" } of metadata.bindings ?? []) {
      if (type === "queue" && !this.queues.has(queue_name))
        return notFound(11_000, `Queue ${queue_name} does not exist`);
      if (type === "r2_bucket" && !this.buckets.has(bucket_name))
        return notFound(10_085, `R2 bucket ${bucket_name} not found`);
    }
    const secrets = (metadata.bindings ?? []).filter(({ type }) => type === "secret_text");
    const id = this.addVersion(Object.fromEntries(secrets.map(({ name, text = "" }) => [name, text])));
    this.changes.push(`version ${this.versions.length}`);
    this.live = id;
    this.uploaded = metadata.bindings ?? [];
    return {
      id,
      deployment_id: id,
      etag: "e",
      tag: "t",
      startup_time_ms: 10,
      has_preview: false,
      metadata: { has_preview: false },
    };
  }

  /** The bindings of the newest version. */
  uploaded: { type: string; name: string }[] = [];

  #query(sqlite: DatabaseSync, sql: string): unknown {
    try {
      // Split at semicolons outside of texts.
      const statements = (sql.match(/(?:'(?:''|[^'])*'|[^;'])+/g) ?? []).filter((each) => each.trim());
      return statements.map((each) => ({ results: sqlite.prepare(each).all(), success: true, meta: {} }));
    } catch (error) {
      return { status: 400, code: 7500, message: String(error) };
    }
  }

  /** Responds as the deployed site: the paths of the smoke test. */
  #site(path: string, response: ServerResponse): void {
    const version = this.live ?? "";
    if (path === "/health") {
      const checks = [
        {
          name: "d1_read",
          status: this.isHealthy(version) ? "ok" : "down",
          detail: "the database can't be read",
        },
      ];
      response.end(JSON.stringify({ deployment: version, checks }));
      return;
    }
    response.statusCode = path === "/dev/outbox" ? 404 : 200;
    response.setHeader("Strict-Transport-Security", "max-age=1");
    response.end("{}");
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? "/", this.url);
    const { method = "GET" } = request;
    if (url.pathname.startsWith("/upload/")) {
      const etag = createHash("md5").update(body).digest("hex");
      this.#uploads.set(url.pathname.slice("/upload/".length), body.toString());
      return void response.setHeader("ETag", etag).end();
    }
    if (!url.pathname.startsWith("/client/v4/")) return this.#site(url.pathname, response);
    const path = url.pathname.slice("/client/v4".length);
    response.setHeader("Content-Type", "application/json");
    const send = (result: unknown) => {
      if (isApiFault(result)) {
        const { status, code, message } = result;
        response.statusCode = status;
        return response.end(
          JSON.stringify({ success: false, errors: [{ code, message }], messages: [], result: null }),
        );
      }
      const count = Array.isArray(result) ? result.length : 0;
      const result_info = { page: 1, per_page: 100, count, total_count: count, total_pages: 1 };
      return response.end(JSON.stringify({ success: true, errors: [], messages: [], result, result_info }));
    };
    const fault = this.fault(method, path);
    if (fault) return void send(fault);
    for (const [route, handler] of Object.entries(this.#routes)) {
      const match = patternOf(route).exec(`${method} ${path}`);
      if (match) return void send(handler(match, body, url));
    }
    this.unknown.push(`${method} ${path}${url.search}`);
    send(notFound(7003, `No route for ${method} ${path}`));
  }
}
