import type { APIRequestContext, APIResponse } from "@playwright/test";
import { serializeWorld } from "#domain/world/parse.ts";
import { TEMPLATES } from "#domain/world/starter.ts";
import { DEMO_TWO_FACTOR } from "#scripts/seed/sign-ins.ts";
import { passSecondStep } from "#scripts/site/second-step.ts";

/** What a form sends: a file, or text. */
type Part = string | { name: string; mimeType: string; buffer: Buffer };

export interface Level {
  id: number;
  title: string;
  url: string;
  rating: number;
  difficulty: number;
  ratings_count: number;
  canRate: boolean;
  comments_enabled: boolean;
  own_rating: { id: number; rating: number; difficulty: number } | null;
  user: { id: number; username: string };
}
export interface Page<T> {
  data: T[];
  meta: { current_page: number; last_page: number; total: number };
}

/** A level document of our own as the file that is uploaded. */
export function worldFile(id: "obby" | "island" | "race"): Part {
  const template = TEMPLATES.find((one) => one.id === id);
  if (!template) throw new Error(`no template ${id}`);
  return {
    name: `${id}.json`,
    mimeType: "application/json",
    buffer: Buffer.from(serializeWorld(template.build())),
  };
}

/** Calls the site the way its own pages do, with the cookies of a browser or of nobody yet. */
export class Api {
  readonly request: APIRequestContext;
  readonly #origin: string;
  #csrf = "";

  constructor(request: APIRequestContext, origin: string) {
    this.request = request;
    this.#origin = origin;
  }

  async get<T>(path: string): Promise<T> {
    return read<T>(await this.request.get(this.#origin + path));
  }

  async post<T = { message: string }>(path: string, data: object = {}): Promise<T> {
    return read<T>(await this.request.post(this.#origin + path, { data, headers: await this.headers() }));
  }

  async postForm<T>(path: string, multipart: Record<string, Part>): Promise<T> {
    return read<T>(
      await this.request.post(this.#origin + path, { multipart, headers: await this.headers() }),
    );
  }

  /** Signs in, with a code of the secret of their authenticator app where one is wanted. */
  async login(login: string, password: string, secret = DEMO_TWO_FACTOR): Promise<void> {
    const { two_factor } = await this.post<{ two_factor?: true }>("/api/auth/login", { login, password });
    if (two_factor) await passSecondStep(secret, (code) => this.#takes(code));
  }

  async #takes(code: string): Promise<boolean> {
    const answer = await this.request.post(`${this.#origin}/api/auth/login/two-factor`, {
      data: { code },
      headers: await this.headers(),
    });
    if (answer.status() === 422) return false;
    await read(answer);
    return true;
  }

  async makeLevel(fields: Record<string, Part> & { title: string }): Promise<Level> {
    const { level } = await this.postForm<{ level: Level }>("/api/levels", fields);
    return level;
  }

  async level(id: number): Promise<Level> {
    return (await this.get<{ level: Level }>(`/api/levels/${id}`)).level;
  }

  async comment(type: "level" | "item" | "user", id: number, body: string): Promise<number> {
    const { comment } = await this.post<{ comment: { id: number } }>("/api/comments/create", {
      type,
      id,
      body,
    });
    return comment.id;
  }

  /** The token that writing needs, fetched once; it is bound to the browser's cookie. */
  async headers(): Promise<Record<string, string>> {
    this.#csrf ||= (await this.get<{ csrf_token: string }>("/api/session")).csrf_token;
    return { "X-CSRF-TOKEN": this.#csrf, "X-Requested-With": "XMLHttpRequest", Origin: this.#origin };
  }

  /** The same with the browser's cookies, for requests that no browser would make. */
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
