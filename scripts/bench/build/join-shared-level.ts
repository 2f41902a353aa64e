import type { Build } from "#domain/build/api.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import { BuildBot, type BuildMember } from "../../host/build-bot.ts";
import { fetchJson, jsonPost } from "../../host/host-api.ts";
import type { BenchUser } from "../chat/crowd.ts";
import type { SocketTraffic } from "../room/socket-traffic.ts";

/** Someone signed in who can build, and whose sockets are counted. */
export function buildMember(url: string, user: BenchUser, traffic: SocketTraffic): BuildMember {
  return {
    getJson: async <T>(path: string) => (await fetchJson(url + path, { headers: user.headers })).data as T,
    openSocket: (path) => traffic.open(url + path, user.headers),
  };
}

const post = async <T>(url: string, user: BenchUser, path: string, input: object = {}): Promise<T> =>
  (await fetchJson(url + path, jsonPost(input, user.writeHeaders))).data as T;

/** Makes a level of the first user, with the others as its editors. Returns its id. */
export async function makeSharedLevel(url: string, users: readonly BenchUser[]): Promise<number> {
  const [creator, ...editors] = users;
  if (!creator) throw new Error("A level needs a creator.");
  const { level_id } = await post<{ level_id: number }>(url, creator, "/api/builds", {
    title: "Built together",
    start: "empty",
  });
  for (const editor of editors) {
    await post(url, creator, `/api/buddy/${editor.name}/request`);
    await post(url, editor, `/api/buddy/${creator.name}/accept`);
    await post<{ editors: Build["editors"] }>(url, creator, `/api/builds/${level_id}/editors`, {
      user_id: editor.id,
    });
  }
  return level_id;
}

/** As many people as can build together, in one level. */
export async function joinSharedLevel(
  url: string,
  users: readonly BenchUser[],
  traffic: SocketTraffic,
): Promise<{ level: number; bots: BuildBot[] }> {
  const people = users.slice(0, BUILD_LIMITS.people);
  const level = await makeSharedLevel(url, people);
  const bots = people.map((user) => new BuildBot(buildMember(url, user, traffic), level));
  for (const bot of bots) await bot.join();
  return { level, bots };
}
