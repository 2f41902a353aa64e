import type { APIRequestContext } from "@playwright/test";
import type { WorldStartId } from "#domain/build/starts/world-start-ids.ts";
import { worldStart } from "#domain/build/starts/world-starts.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import { SiteClient } from "#scripts/client/site-client.ts";
import { DEMO_TWO_FACTOR } from "#scripts/seed/sign-ins.ts";

/** A form field: a file or text. */
type FormField = string | { name: string; mimeType: string; buffer: Buffer };

export interface ApiLevel {
  id: number;
  title: string;
  url: string;
  picture_url: string;
  rating: number;
  difficulty: number;
  ratings_count: number;
  canRate: boolean;
  comments_enabled: boolean;
  own_rating: { id: number; rating: number; difficulty: number } | null;
  user: { id: number; username: string };
}
export interface ListPage<T> {
  data: T[];
  meta: { current_page: number; last_page: number; total: number };
}

/** A built-in level document as the file to upload. */
export const worldUpload = (id: WorldStartId): FormField => ({
  name: `${id}.json`,
  mimeType: "application/json",
  buffer: Buffer.from(serializeWorld(worldStart(id))),
});

/** Sends a request with a browser's cookies. */
async function sendWith(
  request: APIRequestContext,
  url: string,
  { method = "GET", headers, body }: RequestInit,
): Promise<Response> {
  const { Cookie: _, ...own } = headers as Record<string, string>;
  const response = await request.fetch(url, {
    method,
    headers: own,
    // A connection that is kept open can be closed just when a request is sent. Browsers send a GET again then, too.
    maxRetries: method === "GET" ? 2 : 0,
    ...(body instanceof FormData ? { multipart: body } : body && { data: String(body) }),
  });
  const { "set-cookie": __, "content-encoding": ___, ...known } = response.headers();
  return new Response(new Uint8Array(await response.body()), { status: response.status(), headers: known });
}

/** Calls the site as its own pages do, with a browser's cookies or signed out. */
export class Api extends SiteClient {
  readonly request: APIRequestContext;
  #isOpen = false;

  constructor(request: APIRequestContext, origin: string) {
    super(origin, { fetch: (url, init) => sendWith(request, url, init) });
    this.request = request;
  }

  async bytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
    const response = await this.request.get(this.url + path, { maxRetries: 2 });
    if (!response.ok()) throw new Error(`${response.status()} ${response.url()}`);
    return new Uint8Array(await response.body());
  }

  override async post<T = { message: string }>(path: string, input: object = {}): Promise<T> {
    await this.headers();
    return super.post<T>(path, input);
  }

  postForm<T>(path: string, fields: Record<string, FormField>): Promise<T> {
    const form = new FormData();
    for (const [name, field] of Object.entries(fields))
      if (typeof field === "string") form.set(name, field);
      else form.set(name, new File([new Uint8Array(field.buffer)], field.name, { type: field.mimeType }));
    return this.post<T>(path, form);
  }

  /** Signs in. Passes the second step with a code of `secret` if the account has one. */
  login(login: string, password: string, secret = DEMO_TWO_FACTOR): Promise<void> {
    return this.signIn(login, password, secret);
  }

  async makeLevel(fields: Record<string, FormField> & { title: string }): Promise<ApiLevel> {
    return (await this.postForm<{ level: ApiLevel }>("/api/levels", fields)).level;
  }

  async level(id: number): Promise<ApiLevel> {
    return (await this.get<{ level: ApiLevel }>(`/api/levels/${id}`)).level;
  }

  async comment(type: "level" | "item" | "user", id: number, body: string): Promise<number> {
    const made = await this.post<{ comment: { id: number } }>("/api/comments/create", { type, id, body });
    return made.comment.id;
  }

  /** The headers that a write needs. The CSRF token is fetched once; it is bound to the browser's cookie. */
  async headers(): Promise<Record<string, string>> {
    if (!this.#isOpen) await this.open();
    this.#isOpen = true;
    return this.writeHeaders;
  }

  /** Those headers with the browser's cookies, for requests that no browser would send. */
  async browserHeaders(): Promise<Record<string, string>> {
    const headers = await this.headers();
    const { cookies } = await this.request.storageState();
    return { ...headers, Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
  }
}
