import { HOST_REGION_NAMES } from "#domain/hosts/host-regions.ts";
import { hashToken, randomToken } from "#worker/http/tokens.ts";
import { addCrowd, type BenchUser } from "../../bench/chat/crowd.ts";
import { localSecrets } from "../../site/secrets.ts";
import type { KillableSite } from "../killable-site.ts";
import { ChaosHost } from "./host.ts";
import type { PlayHistory } from "./play-history.ts";

export interface PlayWorld {
  players: readonly BenchUser[];
  levels: readonly number[];
  hosts: readonly ChaosHost[];
}

const SIZE = { players: 60, levels: 12, hosts: 6 };
/** The fastest possible clear of these levels. */
export const FASTEST_CLEAR_MS = 10_000;

/** Adds players, levels with challenges, and hosts to an empty site. */
export async function createPlayWorld(site: KillableSite, history: PlayHistory): Promise<PlayWorld> {
  const run = (sql: string, ...params: (string | number)[]) => site.rows(sql, ...params);
  const crowdSite = { url: site.url, run, secret: localSecrets(site.state).SESSION_SECRET };
  const [maker, ...players] = (await addCrowd(crowdSite, SIZE.players + 1, "player")) as [
    BenchUser,
    ...BenchUser[],
  ];
  const now = Date.now();
  const levels = Array.from({ length: SIZE.levels }, (_, i) => i + 1);
  for (const id of levels) {
    await run(
      "insert into levels (id, user_id, title, created_at, updated_at) values (?, ?, ?, ?, ?)",
      id,
      maker.id,
      `Level ${id}`,
      now,
      now,
    );
    await run(
      `insert into level_revisions (level_id, revision, asset, bytes, blocks, stars, fastest_ms, user_id, created_at)
      values (?, 1, '00000000-0000-4000-8000-000000000000', 1, 1, 0, ?, ?, ?)`,
      id,
      FASTEST_CLEAR_MS,
      maker.id,
      now,
    );
    await run(
      "insert into challenges (id, name, level_id, ends_at, coins, xp) values (?, ?, ?, ?, 5, 3)",
      id,
      `Challenge ${id}`,
      id,
      now + 86_400_000,
    );
    await run("update levels set challenge_id = id where id = ?", id);
  }
  const hosts: ChaosHost[] = [];
  for (let id = 1; id <= SIZE.hosts; id++) {
    const key = `bph_${id}_${randomToken()}`;
    const region = HOST_REGION_NAMES[id % HOST_REGION_NAMES.length] ?? "weur";
    await run(
      `insert into hosts (id, name, ip_address, region, capacity, key_hash, user_id, created_at)
      values (?, ?, ?, ?, 40, ?, ?, ?)`,
      id,
      `Host ${id}`,
      `host-${id}`,
      region,
      hashToken(key),
      maker.id,
      now,
    );
    hosts.push(new ChaosHost(site, history, id, key));
  }
  return { players, levels, hosts };
}
