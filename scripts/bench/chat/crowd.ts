import { hashToken, randomToken, sign } from "#worker/http/tokens.ts";

/** A signed-in user with the headers for requests. */
export interface BenchUser {
  id: number;
  name: string;
  /** Headers for a WebSocket or a GET. */
  headers: Record<string, string>;
  /** Headers for a POST. */
  writeHeaders: Record<string, string>;
}

interface CrowdSite {
  url: string;
  secret: string;
  /** Runs a statement on the site's database. */
  run(sql: string, ...params: (string | number)[]): Promise<unknown[]>;
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Inserts signed-in members directly into the site's database, because hashing their passwords would take minutes. The first
 * `admins` of them are admins.
 */
export async function addCrowd(
  { url, secret, run }: CrowdSite,
  count: number,
  name = "talker",
  admins = 0,
): Promise<BenchUser[]> {
  const now = Date.now();
  await run(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?1)
    insert into users (username, email, email_verified_at, password_hash, created_at)
    select ?2 || '_' || n, ?2 || '_' || n || '@example.com', ?3, '', ?3 from numbers`,
    count,
    name,
    now,
  );
  const rows = await run(
    "select id, username from users where username like ?1 || '\\_%' escape '\\' order by id",
    name,
  );
  const users = (rows as { id: number; username: string }[]).map((row) => ({
    ...row,
    token: randomToken(),
  }));
  await run(
    `insert into sessions (id, user_id, confirmed_at, created_at, seen_at, expires_at)
    select value ->> 0, value ->> 1, ?3, ?2, ?2, ?3 from json_each(?1)`,
    JSON.stringify(users.map(({ id, token }) => [hashToken(token), id])),
    now,
    now + DAY,
  );
  await run(
    "update users set role = 'admin', two_factor_at = 1 where id in (select value from json_each(?))",
    JSON.stringify(users.slice(0, admins).map(({ id }) => id)),
  );
  return users.map(({ id, username, token }, i) => {
    const session = `${token}.${id}.${i < admins ? "admin" : "member"}`;
    const signed = `${session}.${sign(secret, `session:${session}`)}`;
    return { id, name: username, ...browserHeaders({ url, secret }, { bopolis_session: signed }) };
  });
}

/** Returns the headers of a browser with a CSRF token from an earlier page, and with further cookies. */
export function browserHeaders(
  { url, secret }: Pick<CrowdSite, "url" | "secret">,
  cookies: Record<string, string> = {},
): Pick<BenchUser, "headers" | "writeHeaders"> {
  const browser = randomToken();
  const headers = {
    Origin: url,
    Cookie: Object.entries({ ...cookies, bopolis_browser: browser })
      .map(([key, value]) => `${key}=${value}`)
      .join("; "),
  };
  const token = sign(secret, `csrf:${browser}`);
  return {
    headers,
    writeHeaders: { ...headers, "X-CSRF-TOKEN": token, "X-Requested-With": "XMLHttpRequest" },
  };
}
