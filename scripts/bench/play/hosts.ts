import { randomUUID } from "node:crypto";
import { heartbeatRoute, leaveRoute, redeemRoute } from "#domain/hosts/api.ts";
import { HOST_REGION_NAMES } from "#domain/hosts/regions.ts";
import { joinTokenRoute } from "#domain/play/api.ts";
import { hashToken, randomToken } from "#worker/http/crypto.ts";
import type { Guest } from "../chat/crowd.ts";
import { Line } from "../chat/line.ts";
import type { SiteVenue } from "../chat/venue.ts";

/** A game host that says what hosts say, with a connection of its own. */
export class BenchHost {
  readonly id: number;
  readonly players = new Map<number, number>();
  readonly #line: (call: string) => Line;
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, id: number, key: string) {
    this.id = id;
    this.#url = url;
    this.#key = key;
    this.#line = (call) =>
      new Line(this.#url, { Authorization: `Bearer ${this.#key}`, "Idempotency-Key": call });
  }

  async #post<T>(path: string, input: object): Promise<T> {
    // The name of a call is one of its headers, and a line's headers are the same for all it sends.
    const line = this.#line(randomUUID());
    const { status, body } = await line.post(path, JSON.stringify(input));
    line.close();
    if (status >= 300) throw new Error(`${path}: ${status} ${body}`);
    return JSON.parse(body) as T;
  }

  beat(): Promise<{ players_count: number; remove: unknown[] }> {
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

/** Puts hosts straight into the site's database, spread over all regions; they are online after their first heartbeat. */
export async function addHosts(venue: SiteVenue, count: number, capacity: number): Promise<BenchHost[]> {
  const secrets = Array.from({ length: count }, randomToken);
  const keys = secrets.map((secret, i) => `bph_${i + 1}_${secret}`);
  const rows = keys.map((key, i) => [i + 1, HOST_REGION_NAMES[i % HOST_REGION_NAMES.length], hashToken(key)]);
  await venue.site.d1
    .prepare(
      `insert into hosts (id, name, ip_address, region, capacity, key_hash, user_id, created_at)
      select value ->> 0, 'Host ' || (value ->> 0), 'host-' || (value ->> 0), value ->> 1, ?2, value ->> 2, 1, 1
      from json_each(?1)`,
    )
    .bind(JSON.stringify(rows), capacity)
    .all();
  return keys.map((key, i) => new BenchHost(venue.url, i + 1, key));
}

/** Asks for a token and has the host that was named let the guest in. */
export async function join(
  venue: SiteVenue,
  hosts: readonly BenchHost[],
  { id, writeHeaders }: Guest,
  level: number,
): Promise<BenchHost> {
  const line = new Line(venue.url, writeHeaders);
  const input = { destination_type: "Level", id: level };
  const { status, body } = await line.post(joinTokenRoute.path, JSON.stringify(input));
  line.close();
  if (status !== 200) throw new Error(`a join was answered ${status}: ${body}`);
  const { host, token } = JSON.parse(body) as { host: { ip_address: string }; token: string };
  const found = hosts[Number(host.ip_address.slice("host-".length)) - 1];
  if (!found) throw new Error(`there is no host ${host.ip_address}`);
  await found.redeem(id, level, token);
  return found;
}
