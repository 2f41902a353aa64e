import { DurableObject } from "cloudflare:workers";

/**
 * D1's read replication on one machine: a primary, and a copy that follows it every 0 to 5 seconds at random. The site's own D1
 * client talks to it in place of the database. Writes and sessions that begin with `first-primary` go to the primary; all other
 * reads go to the copy if it has reached the session's bookmark.
 */

interface Connection {
  fetch(
    url: string,
    init: { method: string; body: string; headers: Record<string, string> },
  ): Promise<Response>;
}
/** D1's client with the connection inside. */
type Database = D1Database & { fetcher: Connection };
/** The primary and the copy of each database: `PRIMARY_DB` and `COPY_DB`. */
type Env = Record<string, Database>;

/** A write that the primary has committed. */
interface Write {
  sequence: number;
  at: number;
  queries: unknown[];
}

const TOKEN = "x-cf-d1-session-commit-token";
const MAX_LAG_MS = 5_000;
const HEADERS = { "content-type": "application/json" };

const bookmarkOf = (sequence: number) =>
  `00000000-${sequence.toString(16).padStart(8, "0")}-00000000-${"0".repeat(32)}`;
const sequenceOf = (bookmark: string) => Number.parseInt(bookmark.split("-")[1] ?? "", 16);

const isRead = (body: string): boolean => {
  const queries = [JSON.parse(body)].flat() as { sql: string }[];
  return queries.every(
    ({ sql }) => /^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql),
  );
};

export class LaggingCopy extends DurableObject<Env> {
  #writes: Write[] = [];
  #sequence = 0;
  #copied = 0;
  #copiedAt = Date.now();
  #nextCopyAt = 0;
  /** Writes commit one after another, and the copy repeats them in that order. */
  #last: Promise<unknown> = Promise.resolve();
  #copying: Promise<unknown> = Promise.resolve();
  #served = { primary: 0, copy: 0 };

  /** The object has the name of the site's binding. */
  #database(which: "PRIMARY" | "COPY"): Database {
    return this.env[`${which}_${this.ctx.id.name}`] as Database;
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    if (pathname === "/served") return Response.json(this.#served);
    const body = await request.text();
    const path = pathname + search;
    if (!isRead(body)) return this.#write(path, body);
    const token = request.headers.get(TOKEN);
    if (token !== null && token !== "first-primary") {
      await this.#catchUp();
      if (token === "first-unconstrained" || sequenceOf(token) <= this.#copied)
        return this.#readCopy(path, body);
    }
    this.#served.primary++;
    return this.#send(this.#database("PRIMARY"), path, body, this.#sequence);
  }

  #write(path: string, body: string): Promise<Response> {
    const written = this.#last.then(async () => {
      const sequence = this.#sequence + 1;
      const response = await this.#send(this.#database("PRIMARY"), path, body, sequence);
      const results = [await response.clone().json()].flat() as { success: boolean }[];
      if (results.every(({ success }) => success)) {
        this.#sequence = sequence;
        this.#writes.push({ sequence, at: Date.now(), queries: [JSON.parse(body)].flat() });
      }
      return response;
    });
    this.#last = written.catch(() => {});
    return written;
  }

  /** Repeats the writes up to the latest moment at which the copy followed the primary. */
  #catchUp(): Promise<unknown> {
    const now = Date.now();
    if (now >= this.#nextCopyAt) {
      // The moments themselves are random, whether or not someone reads then.
      while (now >= this.#nextCopyAt) {
        this.#copiedAt = this.#nextCopyAt;
        this.#nextCopyAt = (this.#nextCopyAt || now) + Math.random() * MAX_LAG_MS;
      }
      const due = this.#writes.filter(({ at }) => at <= this.#copiedAt);
      this.#writes = this.#writes.slice(due.length);
      const last = due.at(-1);
      if (last)
        this.#copying = this.#copying.then(async () => {
          const body = JSON.stringify(due.flatMap(({ queries }) => queries));
          const response = await this.#send(
            this.#database("COPY"),
            "/query?resultsFormat=NONE",
            body,
            last.sequence,
          );
          const results = [await response.json()].flat() as { success: boolean; error?: string }[];
          for (const { success, error } of results)
            if (!success) throw new Error(`The copy can't follow: ${error}`);
          this.#copied = last.sequence;
        });
    }
    return this.#copying;
  }

  async #readCopy(path: string, body: string): Promise<Response> {
    this.#served.copy++;
    const sequence = this.#copied;
    const response = await this.#send(this.#database("COPY"), path, body, sequence);
    const results = (await response.json()) as { meta?: object } | { meta?: object }[];
    for (const { meta } of [results].flat()) if (meta) Object.assign(meta, { served_by_primary: false });
    return Response.json(results, { headers: { [TOKEN]: bookmarkOf(sequence) } });
  }

  async #send({ fetcher }: Database, path: string, body: string, sequence: number): Promise<Response> {
    const response = await fetcher.fetch(`http://d1${path}`, { method: "POST", body, headers: HEADERS });
    return new Response(response.body, {
      status: response.status,
      headers: { ...HEADERS, [TOKEN]: bookmarkOf(sequence) },
    });
  }
}

export default {
  fetch: () => new Response(null, { status: 404 }),
};
