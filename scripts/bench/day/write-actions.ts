import { fillPath } from "#domain/api/route.ts";
import { loginRoute, registerRoute } from "#domain/auth/sign-in/api.ts";
import { updateAvatarRoute } from "#domain/avatar/api.ts";
import { acceptBuddyRoute, requestBuddyRoute } from "#domain/buddies/api.ts";
import { createCommentRoute } from "#domain/comments/api.ts";
import { createReplyRoute, createThreadRoute, readThreadRoute } from "#domain/forums/api.ts";
import { favoriteLevelRoute } from "#domain/levels/api.ts";
import { recordRatingRoute } from "#domain/ratings/api.ts";
import { visitRoute } from "#domain/runs/api.ts";
import { purchaseItemRoute } from "#domain/shop/api.ts";
import { STARTER_SET_NAMES } from "#domain/starter/starter-sets.ts";
import { forEach } from "../backup/read-chats.ts";
import type { SiteServer } from "../chat/chat-server.ts";
import type { BenchUser } from "../chat/crowd.ts";
import { SiteClient } from "../client.ts";
import { type Bill, billOf } from "../cost/user-actions.ts";
import { readMeter } from "../meter.ts";
import { type CorridorLevel, clearCorridor, publishCorridor } from "./corridors.ts";
import { postAs } from "./post-as.ts";
import { textOf } from "./text-of.ts";

/** Actions that write what stays, in the order in which they are measured. */
export const WRITE_ACTIONS = {
  register: "an account is created",
  signIn: "a sign-in",
  level: "a level is published",
  rating: "a rating",
  comment: "a comment",
  favorite: "a favorite",
  post: "a forum post",
  purchase: "a purchase",
  look: "a changed bopi",
  friendship: "two users become buddies",
  readThread: "a thread is read",
} as const;
export type WriteAction = keyof typeof WRITE_ACTIONS;

/**
 * Plays write the same rows over HTTP as in a room. Here they come from browsers whose room was unreachable, because a room
 * takes as long as its players.
 */
export type PlayAction = "visit" | "clear" | "clearAgain";

/** How many users do how much. Each user clears each of the new levels. */
export interface WriteSize {
  users: number;
  accounts: number;
  levels: number;
  each: number;
  looks: number;
}

const isWrite = (action: WriteAction | PlayAction): action is WriteAction => action in WRITE_ACTIONS;

export interface WriteOptions extends WriteSize {
  /** Runs after each kind of action, which was done this many times. */
  onDone?: (action: WriteAction | PlayAction, times: number) => void;
}

const PASSWORD = "correct horse battery";
/** Typical lengths of texts. */
const LENGTH = { comment: 120, post: 400 };
/** One post in this many begins a thread. */
const PER_THREAD = 8;

/** Lets users of a metered site do each action many times. Returns the bill of one. */
export async function measureWriteActions(
  site: SiteServer,
  { users: count, accounts, levels: levelCount, each, looks, onDone }: WriteOptions,
): Promise<Record<WriteAction, Bill>> {
  const { url } = site;
  const users = site.users.slice(0, count);
  const bills: Partial<Record<WriteAction, Bill>> = {};
  const post = (user: BenchUser, path: string, input: object | FormData = {}) =>
    postAs(url, user, path, input);
  /** Does an action once for each element. */
  const measure = async <T>(
    action: WriteAction | PlayAction,
    list: readonly T[],
    run: (one: T, i: number) => unknown,
  ) => {
    await readMeter(url);
    await forEach(list, async (one, i) => void (await run(one, i)));
    const bill = billOf(await readMeter(url), list.length);
    if (isWrite(action)) bills[action] = bill;
    onDone?.(action, list.length);
  };
  const visitors = await forEach(Array.from({ length: accounts }), async () => {
    const client = new SiteClient(url);
    await client.open();
    return client;
  });
  await measure("register", visitors, (client, i) =>
    expect(client.post(registerRoute.path, newAccount(i)), registerRoute.path),
  );
  const returning = await forEach(visitors, async () => {
    const client = new SiteClient(url);
    await client.open();
    return client;
  });
  await measure("signIn", returning, (client, i) =>
    expect(
      client.post(loginRoute.path, { login: newAccount(i).username, password: PASSWORD }),
      loginRoute.path,
    ),
  );
  const [maker] = users;
  if (!maker) throw new Error("There are no users.");
  const levels: CorridorLevel[] = [];
  await measure("level", Array.from({ length: levelCount }), async (_, i) => {
    levels.push(await publishCorridor(url, maker, i));
  });
  const players = users.slice(1);
  const plays = levels.flatMap((level) => players.map((user) => ({ level, user })));
  const at = (route: { path: string }, id: number) => fillPath(route.path, { id });
  await measure("visit", plays, ({ level, user }) => post(user, at(visitRoute, level.id), { seconds: 0 }));
  await measure("clear", plays, ({ level, user }, i) => clearCorridor(url, user, level, i));
  const repeated = plays.filter((_, i) => i % 4 === 0);
  await measure("clearAgain", repeated, ({ level, user }, i) =>
    clearCorridor(url, user, level, plays.length + i),
  );
  const some = plays.filter((_, i) => i < players.length * each);
  await measure("rating", some, ({ level, user }, i) =>
    post(user, fillPath(recordRatingRoute.path, { levelId: level.id }), {
      rating: 1 + (i % 10),
      difficulty: 1 + (i % 7),
    }),
  );
  await measure("comment", some, ({ level, user }, i) =>
    post(user, createCommentRoute.path, { type: "level", id: level.id, body: textOf(i, LENGTH.comment) }),
  );
  await measure("favorite", some, ({ level, user }) => post(user, at(favoriteLevelRoute, level.id)));
  const threads: number[] = [];
  const begin = async (user: BenchUser, i: number) => {
    const input = { title: textOf(i, 40), body: textOf(i, LENGTH.post) };
    const { thread } = await post(user, fillPath(createThreadRoute.path, { subforum: 1 }), input);
    threads.push(Number(thread?.id));
  };
  await begin(maker, 0);
  await measure("post", some, ({ user }, i) => {
    if (i % PER_THREAD === 0) return begin(user, i);
    const thread = threads[i % threads.length] ?? 0;
    return post(user, at(createReplyRoute, thread), { body: textOf(i, LENGTH.post) });
  });
  const read = threads.flatMap((thread) => players.map((user) => ({ thread, user }))).slice(0, some.length);
  await measure("readThread", read, ({ thread, user }) =>
    post(user, at(readThreadRoute, thread), { position: 1 }),
  );
  const items = await freeItems(site);
  const purchases = players.flatMap((user) => items.map((item) => ({ user, item })));
  await measure("purchase", purchases, ({ user, item }) =>
    post(user, at(purchaseItemRoute, item), { price: 0, client_id: crypto.randomUUID() }),
  );
  await measure("look", players.slice(0, looks), (user, i) =>
    post(user, updateAvatarRoute.path, { body_color: `#${(0x100000 + 7919 * i).toString(16)}` }),
  );
  await measure("friendship", players.slice(1), async (user, i) => {
    const other = players[i] ?? maker;
    await post(user, fillPath(requestBuddyRoute.path, { username: other.name }));
    await post(other, fillPath(acceptBuddyRoute.path, { username: user.name }));
  });
  return bills as Record<WriteAction, Bill>;
}

const newAccount = (i: number) => ({
  username: `new_player_${i}`,
  email: `new.player.${i}@example.com`,
  password: PASSWORD,
  password_confirmation: PASSWORD,
  starter_set: STARTER_SET_NAMES[i % STARTER_SET_NAMES.length],
});

async function expect(sending: Promise<{ status: number; text: string }>, path: string): Promise<void> {
  const { status, text } = await sending;
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
}

const FREE_ITEMS = 4;

/** Items that cost nothing, from anyone. */
async function freeItems({ site }: SiteServer): Promise<number[]> {
  const { results } = await site.d1
    .prepare("select id from items where purchasable = 'free' and state = 'shown' order by id limit ?")
    .bind(FREE_ITEMS)
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}
