import type { SQLInputValue } from "node:sqlite";
import { hashToken, randomToken, sign } from "#worker/http/session.ts";
import { localSecrets } from "../site/secrets.ts";
import { type ClientOptions, type Cookies, SiteClient } from "./site-client.ts";

/** A signed-in member. */
export class Member extends SiteClient {
  readonly id: number;
  readonly name: string;

  constructor(url: string, { id, name }: Pick<Member, "id" | "name">, options: ClientOptions) {
    super(url, options);
    this.id = id;
    this.name = name;
  }

  /** The same member on a site with the same data. */
  at(url: string): Member {
    return new Member(url, this, this.identity);
  }
}

/** A site whose database is at hand. */
export interface OwnSite {
  url: string;
  state: string;
  rows<Row>(sql: string, ...params: SQLInputValue[]): Promise<Row[]>;
}

interface CrowdOptions {
  name?: string;
  /** How many of them are admins, the first ones. */
  admins?: number;
  /** The origin of the site's pages, if it isn't that of its URL. */
  origin?: string;
}

const DAY = 24 * 60 * 60 * 1000;

/** Inserts signed-in members directly into the site's database, because hashing their passwords would take minutes. */
export async function addCrowd(
  site: OwnSite,
  count: number,
  { name = "talker", admins = 0, origin }: CrowdOptions = {},
): Promise<Member[]> {
  const now = Date.now();
  await site.rows(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?1)
    insert into users (username, email, email_verified_at, password_hash, created_at)
    select ?2 || '_' || n, ?2 || '_' || n || '@example.com', ?3, '', ?3 from numbers`,
    count,
    name,
    now,
  );
  const rows = await site.rows<{ id: number; username: string }>(
    "select id, username from users where username like ?1 || '\\_%' escape '\\' order by id",
    name,
  );
  const users = rows.map((row) => ({ ...row, token: randomToken() }));
  await site.rows(
    `insert into sessions (id, user_id, confirmed_at, created_at, seen_at, expires_at)
    select value ->> 0, value ->> 1, ?3, ?2, ?2, ?3 from json_each(?1)`,
    JSON.stringify(users.map(({ id, token }) => [hashToken(token), id])),
    now,
    now + DAY,
  );
  await site.rows(
    "update users set role = 'admin', two_factor_at = 1 where id in (select value from json_each(?))",
    JSON.stringify(users.slice(0, admins).map(({ id }) => id)),
  );
  return users.map(({ id, username, token }, i) => {
    const session = `${token}.${id}.${i < admins ? "admin" : "member"}`;
    const signed = `${session}.${sign(localSecrets(site.state).SESSION_SECRET, `session:${session}`)}`;
    const options = browserOptions(site.state, { bopolis_session: signed });
    return new Member(site.url, { id, name: username }, { ...options, ...(origin && { origin }) });
  });
}

/** The options of a browser with a CSRF token from an earlier page, and with further cookies. */
export function browserOptions(state: string, cookies: Cookies = {}): ClientOptions {
  const browser = randomToken();
  const csrf = sign(localSecrets(state).SESSION_SECRET, `csrf:${browser}`);
  return { cookies: { ...cookies, bopolis_browser: browser }, csrf };
}

/** Runs work for each element, some at once, and returns the results in order. */
export async function forEach<T, R>(
  list: readonly T[],
  work: (each: T, i: number) => Promise<R>,
  atOnce = 16,
): Promise<R[]> {
  const results: R[] = [];
  for (let i = 0; i < list.length; i += atOnce)
    results.push(...(await Promise.all(list.slice(i, i + atOnce).map((each, j) => work(each, i + j)))));
  return results;
}
