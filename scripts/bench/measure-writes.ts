import type { SiteClient } from "../client/site-client.ts";
import { costOf, type RequestCost } from "./open-site.ts";

/** The cost of a write. */
export interface WriteCost extends RequestCost {
  name: string;
}

interface LevelResponse {
  level: { id: number; canRate: boolean; own_rating: { id: number } | null };
}

/** Measures ratings, comments, favorites, posts and more of a member, and undoes them. */
export async function measureWrites(member: SiteClient, admin: SiteClient): Promise<WriteCost[]> {
  const writes: WriteCost[] = [];
  const write: MeasureWrite = async (name, path, input = {}, client = member) => {
    const response = await client.expect(path, input);
    writes.push({ name, ...costOf(response) });
    return JSON.parse(response.text) as Record<string, { id: number }>;
  };
  const level = await rateableLevel(member);
  const { rating } = await write("a rating", `/api/levels/${level}/ratings`, { rating: 8, difficulty: 3 });
  await write("a rating changed", `/api/levels/${level}/ratings`, { rating: 9, difficulty: 4 });
  await write("a rating deleted", `/api/ratings/${rating?.id}/delete`);
  const { comment } = await write("a comment", "/api/comments/create", {
    type: "level",
    id: 1,
    body: "What does a comment cost? :star:",
  });
  await write("a comment deleted", `/api/comments/${comment?.id}/delete`);
  await write("a favorite", `/api/levels/${level}/favorite`);
  await write("a favorite removed", `/api/levels/${level}/favorite`);
  await write("a wish", "/api/items/1/wish");
  await write("a wish removed", "/api/items/1/wish");
  await measureTrade(member, admin, write);
  await write("a buddy request", "/api/buddy/crowd_90/request");
  await write("a buddy request canceled", "/api/buddy/crowd_90/delete");
  await write("a block", "/api/block/crowd_91/toggle");
  await write("a block lifted", "/api/block/crowd_91/delete");
  const { user } = await member.get<{ user: { id: number } }>("/api/users/crowd_92");
  await write("a first message", `/api/messages/send/${user.id}`, { body: "What does a message cost?" });
  await write("a message", `/api/messages/send/${user.id}`, { body: "And another one?" });
  await measureForums(write);
  return writes;
}

/** Measures forum writes in a thread with a million replies, and undoes them. */
async function measureForums(write: MeasureWrite): Promise<void> {
  const { thread } = await write("a thread", "/api/forums/1/threads", {
    title: "What does a thread cost?",
    body: "And what does :duck: cost?",
  });
  await write("a bookmark", `/api/thread/${thread?.id}/bookmark`);
  await write("a thread changed", `/api/forums/thread/${thread?.id}`, {
    title: "What did it cost?",
    body: "A lot.",
  });
  await write("a thread deleted", `/api/forums/thread/${thread?.id}/delete`);
  const { reply } = await write("a reply", "/api/forums/thread/1/reply", {
    body: "What does a **reply** cost?",
  });
  await write("a reply changed", `/api/forums/replies/${reply?.id}`, { body: "What did it cost?" });
  await write("a reply deleted", `/api/forums/replies/${reply?.id}/delete`);
  await write("a thread read", "/api/forums/thread/1/read", { position: 1 });
}

type MeasureWrite = (
  name: string,
  path: string,
  input?: object,
  client?: SiteClient,
) => Promise<Record<string, { id: number }>>;

/** Measures purchases from a member, including their share and notification, and from the site. */
async function measureTrade(member: SiteClient, admin: SiteClient, write: MeasureWrite): Promise<void> {
  await write("a grant", "/api/staff/users/bobby/grant", { coins: 2_000, reason: "To measure with" }, admin);
  for (const category of ["shirt", "hat"]) {
    const { data } = await member.get<{ data: { id: number }[] }>(
      `/api/shop?category=${category}&sort=cheapest&page=3`,
    );
    for (const { id } of data) {
      const { item } = await member.get<{
        item: { owned: boolean; price: number; is_purchasable: boolean; gold_month: string | null };
      }>(`/api/items/${id}`);
      if (item.owned || !item.is_purchasable || item.gold_month) continue;
      await write(`a purchase of a ${category}`, `/api/items/${id}/purchase`, { price: item.price });
      break;
    }
  }
}

/** Returns a level that the member has cleared but not rated. If they've rated all of them, deletes a rating. */
async function rateableLevel(member: SiteClient): Promise<number> {
  const { data } = await member.get<{ data: { id: number }[] }>("/api/levels?filter=clearedByUser");
  let rated: LevelResponse["level"] | undefined;
  for (const { id } of data) {
    const { level } = await member.get<LevelResponse>(`/api/levels/${id}`);
    if (!level.canRate) continue;
    if (!level.own_rating) return id;
    rated ??= level;
  }
  if (!rated?.own_rating) throw new Error("The demo member has no level to rate.");
  await member.post(`/api/ratings/${rated.own_rating.id}/delete`);
  return rated.id;
}
