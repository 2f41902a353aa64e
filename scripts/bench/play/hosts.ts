import { randomUUID } from "node:crypto";
import { heartbeatRoute, leaveRoute, redeemRoute } from "#domain/hosts/api.ts";
import { HOST_REGION_NAMES } from "#domain/hosts/host-regions.ts";
import { joinTokenRoute } from "#domain/play/api.ts";
import { hashToken, randomToken } from "#worker/http/tokens.ts";
import type { SiteServer } from "../chat/chat-server.ts";
import type { BenchUser } from "../chat/crowd.ts";
import { HttpConnection } from "../chat/http-connection.ts";

/** A simulated game host. */
export class BenchHost {
  readonly id: number;
  readonly players = new Map<number, number>();
  readonly #connection: (idempotencyKey: string) => HttpConnection;
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, id: number, key: string) {
    this.id = id;
    this.#url = url;
    this.#key = key;
    this.#connection = (idempotencyKey) =>
      new HttpConnection(this.#url, {
        Authorization: `Bearer ${this.#key}`,
        "Idempotency-Key": idempotencyKey,
      });
  }

  async #post<T>(path: string, input: object): Promise<T> {
    // Each call needs its own connection: the idempotency key is a header, and a connection's headers are fixed.
    const connection = this.#connection(randomUUID());
    const { status, body } = await connection.post(path, JSON.stringify(input));
    connection.close();
    if (status >= 300) throw new Error(`${path}: ${status} ${body}`);
    return JSON.parse(body) as T;
  }

  sendHeartbeat(): Promise<{ players_count: number; remove: unknown[] }> {
    const players = [...this.players].map(([user_id, level_id]) => ({ user_id, level_id }));
    return this.#post(heartbeatRoute.path, { players });
  }

  async redeem(user: number, level: number, token: string): Promise<void> {
    await this.#post(redeemRoute.path, { token });
    this.players.set(user, level);
  }

  async leave(user: number): Promise<void> {
    await this.#post(leaveRoute.path, { user_id: user });
    this.players.delete(user);
  }
}

/** Inserts hosts directly into the site's database, in all regions. They're online after their first heartbeat. */
export async function addHosts(server: SiteServer, count: number, capacity: number): Promise<BenchHost[]> {
  const secrets = Array.from({ length: count }, randomToken);
  const keys = secrets.map((secret, i) => `bph_${i + 1}_${secret}`);
  const rows = keys.map((key, i) => [i + 1, HOST_REGION_NAMES[i % HOST_REGION_NAMES.length], hashToken(key)]);
  await server.site.d1
    .prepare(
      `insert into hosts (id, name, ip_address, region, capacity, key_hash, user_id, created_at)
      select value ->> 0, 'Host ' || (value ->> 0), 'host-' || (value ->> 0), value ->> 1, ?2, value ->> 2, 1, 1
      from json_each(?1)`,
    )
    .bind(JSON.stringify(rows), capacity)
    .all();
  return keys.map((key, i) => new BenchHost(server.url, i + 1, key));
}

/** Gets a join token and redeems it on the assigned host. */
export async function joinLevel(
  server: SiteServer,
  hosts: readonly BenchHost[],
  { id, writeHeaders }: BenchUser,
  level: number,
): Promise<BenchHost> {
  const connection = new HttpConnection(server.url, writeHeaders);
  const input = { destination_type: "Level", id: level };
  const { status, body } = await connection.post(joinTokenRoute.path, JSON.stringify(input));
  connection.close();
  if (status !== 200) throw new Error(`A join got ${status}: ${body}`);
  const { host, token } = JSON.parse(body) as { host: { ip_address: string }; token: string };
  const found = hosts[Number(host.ip_address.slice("host-".length)) - 1];
  if (!found) throw new Error(`Unknown host: ${host.ip_address}`);
  await found.redeem(id, level, token);
  return found;
}
