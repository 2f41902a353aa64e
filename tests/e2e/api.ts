import type { APIRequestContext, APIResponse } from "@playwright/test";
import type { WorldStartId } from "#domain/build/starts/ids.ts";
import { worldStart } from "#domain/build/starts/world-starts.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import { DEMO_TWO_FACTOR } from "#scripts/seed/sign-ins.ts";
import { passSecondStep } from "#scripts/site/second-step.ts";

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

/** A connection that is kept open can be closed just when a request is sent. Browsers send a GET again then, too. */
const AGAIN = { maxRetries: 2 };

/** Calls the site as its own pages do, with a browser's cookies or signed out. */
export class Api {
  readonly request: APIRequestContext;
  readonly #origin: string;
  #csrf = "";

  constructor(request: APIRequestContext, origin: string) {
    this.request = request;
    this.#origin = origin;
  }

  async get<T>(path: string): Promise<T> {
    return read<T>(await this.request.get(this.#origin + path, AGAIN));
  }

  async bytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
    const response = await this.request.get(this.#origin + path, AGAIN);
    if (!response.ok()) throw new Error(`${response.status()} ${response.url()}`);
    return new Uint8Array(await response.body());
  }

  async post<T = { message: string }>(path: string, data: object = {}): Promise<T> {
    return read<T>(await this.request.post(this.#origin + path, { data, headers: await this.headers() }));
  }

  async postForm<T>(path: string, multipart: Record<string, FormField>): Promise<T> {
    return read<T>(
      await this.request.post(this.#origin + path, { multipart, headers: await this.headers() }),
    );
  }

  /** Signs in. Passes the second step with a code of `secret` if the account has one. */
  async login(login: string, password: string, secret = DEMO_TWO_FACTOR): Promise<void> {
    const { two_factor } = await this.post<{ two_factor?: true }>("/api/auth/login", { login, password });
    if (two_factor) await passSecondStep(secret, (code) => this.#acceptsCode(code));
  }

  async #acceptsCode(code: string): Promise<boolean> {
    const response = await this.request.post(`${this.#origin}/api/auth/login/two-factor`, {
      data: { code },
      headers: await this.headers(),
    });
    if (response.status() === 422) return false;
    await read(response);
    return true;
  }

  async makeLevel(fields: Record<string, FormField> & { title: string }): Promise<ApiLevel> {
    const { level } = await this.postForm<{ level: ApiLevel }>("/api/levels", fields);
    return level;
  }

  async level(id: number): Promise<ApiLevel> {
    return (await this.get<{ level: ApiLevel }>(`/api/levels/${id}`)).level;
  }

  async comment(type: "level" | "item" | "user", id: number, body: string): Promise<number> {
    const { comment } = await this.post<{ comment: { id: number } }>("/api/comments/create", {
      type,
      id,
      body,
    });
    return comment.id;
  }

  /** The headers that a write needs. The CSRF token is fetched once; it is bound to the browser's cookie. */
  async headers(): Promise<Record<string, string>> {
    this.#csrf ||= (await this.get<{ csrf_token: string }>("/api/session")).csrf_token;
    return { "X-CSRF-TOKEN": this.#csrf, "X-Requested-With": "XMLHttpRequest", Origin: this.#origin };
  }

  /** Those headers with the browser's cookies, for requests that no browser would send. */
  async browserHeaders(): Promise<Record<string, string>> {
    const headers = await this.headers();
    const { cookies } = await this.request.storageState();
    return { ...headers, Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
  }
}

async function read<T>(response: APIResponse): Promise<T> {
  if (!response.ok()) throw new Error(`${response.status()} ${response.url()}: ${await response.text()}`);
  return (await response.json()) as T;
}
