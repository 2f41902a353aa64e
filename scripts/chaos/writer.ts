import type { SiteClient, SiteResponse } from "../client/site-client.ts";
import { Statuses, succeeds } from "./check.ts";
import { levelForm } from "./upload-level.ts";

const PASSWORD = "chaos reigns here";

/** A write: whether the site acknowledged it, how often it can be stored, and what it made: a level with its user, or a thread. */
export interface SentWrite {
  acknowledged: boolean;
  tries: number;
  id?: number;
  user?: number;
}

export type SentWrites = Map<string, SentWrite>;

/** Queries for what is stored of what writers send, in the main database or in the forums'. */
export const STORED = {
  accounts: "select username as key from users",
  levels: "select title as key from levels",
  comments: "select body as key from comments",
  posts: "select body as key from replies",
  purchases: "select key from transactions",
} as const;

/** Everything that the writers of a run have sent and received, to compare with the stored data. */
export class WriteHistory {
  /** By name, title, text or key in the ledger. */
  readonly sent: Record<keyof typeof STORED | "messages", SentWrites> = {
    ...{ accounts: new Map(), levels: new Map(), comments: new Map(), posts: new Map() },
    ...{ purchases: new Map(), messages: new Map() },
  };
  readonly statuses = new Statuses();

  /** How many responses were a success. */
  get accepted(): number {
    return this.statuses.count((status) => status >= 200 && status < 300);
  }
}

/** Someone who writes to a site, whatever happens to it. */
export abstract class Writer<History extends WriteHistory> {
  protected readonly site: { url: string; whenUp(): Promise<void> };
  protected readonly history: History;

  constructor(site: Writer<History>["site"], history: History) {
    this.site = site;
    this.history = history;
  }

  protected add(kind: keyof WriteHistory["sent"], name: string, fields: Partial<SentWrite> = {}): SentWrite {
    const sent = { acknowledged: false, tries: 1, ...fields };
    this.history.sent[kind].set(name, sent);
    return sent;
  }

  /** Sends a write. Returns undefined without a response or after a server error: the result is unknown then. */
  protected async send(client: SiteClient, path: string, input: object): Promise<SiteResponse | undefined> {
    const response = await client.send(path, input).catch(() => undefined);
    this.history.statuses.add(response?.status);
    if (!response) await this.site.whenUp();
    return response && response.status < 500 ? response : undefined;
  }

  /** Signs up, once. Returns the user's id; undefined if the site didn't acknowledge it. */
  protected async signUp(client: SiteClient, username: string): Promise<number | undefined> {
    if (!(await succeeds(client.open()))) {
      await this.site.whenUp();
      return undefined;
    }
    const sent = this.add("accounts", username);
    const account = { username, email: `${username}@example.com`, password: PASSWORD };
    const input = { ...account, password_confirmation: PASSWORD };
    const response = await this.send(client, "/api/auth/register", input);
    sent.acknowledged = response?.status === 201;
    if (!response || !sent.acknowledged) return undefined;
    return (JSON.parse(response.text) as { user: { id: number } }).user.id;
  }

  /** Uploads the world with this number as a level, once. */
  protected async build(client: SiteClient, title: string, n: number, user: number): Promise<void> {
    const sent = this.add("levels", title, { user });
    const response = await this.send(client, "/api/levels", levelForm(title, n));
    if (response?.status !== 201) return;
    sent.acknowledged = true;
    sent.id = (JSON.parse(response.text) as { level: { id: number } }).level.id;
  }
}
