import { fillPath } from "#domain/api/route.ts";
import { loginRoute, registerRoute } from "#domain/auth/sign-in/api.ts";
import { updateAvatarRoute } from "#domain/avatar/api.ts";
import { acceptBuddyRoute, requestBuddyRoute } from "#domain/buddies/api.ts";
import { createCommentRoute } from "#domain/comments/api.ts";
import { createReplyRoute, createThreadRoute, readThreadRoute } from "#domain/forums/api.ts";
import { createLevelRoute, favoriteLevelRoute } from "#domain/levels/api.ts";
import { recordRatingRoute } from "#domain/ratings/api.ts";
import { createRunRoute, visitRoute } from "#domain/runs/api.ts";
import { purchaseItemRoute } from "#domain/shop/api.ts";
import { type Course, makeCourse } from "#domain/sim/v1/course.ts";
import { STARTER_SET_NAMES } from "#domain/starter/starter-sets.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import { corridorRun } from "../chaos/runs/corridor-run.ts";
import { corridorWorld } from "../chaos/runs/corridor-world.ts";
import { forEach, type Member } from "../client/crowd.ts";
import { formOf, runForm } from "../client/form-of.ts";
import { SiteClient } from "../client/site-client.ts";
import { type BenchSite, settledCounts } from "./open-site.ts";

/** Actions that write what stays. */
export type WriteAction =
  | ("register" | "signIn" | "level" | "rating" | "comment" | "favorite" | "post" | "readThread")
  | ("purchase" | "look" | "friendship");

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

const PASSWORD = "correct horse battery";
/** Typical lengths of texts. */
const LENGTH = { comment: 120, post: 400 };
/** One post in this many begins a thread. */
const PER_THREAD = 8;
const FREE_ITEMS = 4;

/** Returns a text of this length, a different one for each number. */
function textOf(n: number, length: number): string {
  const words =
    "the jump over that long red gap is easier when you start from the left side of a plate".split(" ");
  let text = `${n}:`;
  for (let i = n; text.length < length; i += 1 + (n % 5)) text += ` ${words[i % words.length]}`;
  return text.slice(0, length).trim();
}

/** Lets users of a metered site do each action many times. Calls `onDone` after each kind. */
export async function doWriteActions(
  { url, users: all, rows }: BenchSite,
  { users: count, accounts, levels: levelCount, each, looks }: WriteSize,
  onDone: (action: WriteAction | PlayAction, times: number) => void,
): Promise<void> {
  const [maker, ...players] = all.slice(0, count);
  if (!maker) throw new Error("There are no users.");
  /** Does an action once for each element. One that returns false hasn't happened. */
  const repeat = async <T>(
    action: WriteAction | PlayAction,
    list: readonly T[],
    run: (one: T, i: number) => Promise<unknown>,
  ) => {
    const results = await forEach(list, run);
    await settledCounts(url);
    onDone(action, results.filter((result) => result !== false).length);
  };
  const at = (route: { path: string }, id: number) => fillPath(route.path, { id });
  const numbers = (length: number) => Array.from({ length }, (_, i) => i);
  const visitor = async () => {
    const client = new SiteClient(url);
    await client.open();
    return client;
  };
  const newcomers = await forEach(numbers(accounts), visitor);
  await repeat("register", newcomers, (client, i) => client.post(registerRoute.path, newAccount(i)));
  const returning = await forEach(numbers(accounts), visitor);
  await repeat("signIn", returning, (client, i) =>
    client.post(loginRoute.path, { login: newAccount(i).username, password: PASSWORD }),
  );
  const levels: { id: number; course: Course }[] = [];
  await repeat("level", numbers(levelCount), async (n) => {
    const world = corridorWorld(n);
    const file = new File([serializeWorld(world)], "level.json");
    const form = formOf({ title: textOf(n, 24), description: textOf(n, 120), file });
    const { level } = await maker.post<{ level: { id: number } }>(createLevelRoute.path, form);
    levels.push({ id: level.id, course: makeCourse(world) });
  });
  const plays = levels.flatMap((level) => players.map((user) => ({ level, user })));
  await repeat("visit", plays, ({ level, user }) => user.post(at(visitRoute, level.id), { seconds: 0 }));
  await repeat("clear", plays, ({ level, user }, i) => sendRun(user, level, i));
  const repeated = plays.filter((_, i) => i % 4 === 0);
  await repeat("clearAgain", repeated, ({ level, user }, i) => sendRun(user, level, plays.length + i));
  const some = plays.slice(0, players.length * each);
  await repeat("rating", some, async ({ level, user }, i) => {
    const path = fillPath(recordRatingRoute.path, { levelId: level.id });
    const { status, text } = await user.send(path, { rating: 1 + (i % 10), difficulty: 1 + (i % 7) });
    // A few runs are almost like another one. They wait for staff, and their players can't rate.
    if (status >= 300 && !text.includes('"cannot_rate"'))
      throw new Error(`A rating was refused with ${status}: ${text}`);
    return status < 300;
  });
  await repeat("comment", some, ({ level, user }, i) =>
    user.post(createCommentRoute.path, { type: "level", id: level.id, body: textOf(i, LENGTH.comment) }),
  );
  await repeat("favorite", some, ({ level, user }) => user.post(at(favoriteLevelRoute, level.id)));
  const threads: number[] = [];
  const begin = async (user: Member, i: number) => {
    const input = { title: textOf(i, 40), body: textOf(i, LENGTH.post) };
    const path = fillPath(createThreadRoute.path, { subforum: 1 });
    threads.push((await user.post<{ thread: { id: number } }>(path, input)).thread.id);
  };
  await begin(maker, 0);
  await repeat("post", some, ({ user }, i) =>
    i % PER_THREAD === 0
      ? begin(user, i)
      : user.post(at(createReplyRoute, threads[i % threads.length] ?? 0), { body: textOf(i, LENGTH.post) }),
  );
  const read = threads.flatMap((thread) => players.map((user) => ({ thread, user }))).slice(0, some.length);
  await repeat("readThread", read, ({ thread, user }) =>
    user.post(at(readThreadRoute, thread), { position: 1 }),
  );
  const items = await rows<{ id: number }>(
    "select id from items where purchasable = 'free' and state = 'shown' order by id limit ?",
    FREE_ITEMS,
  );
  const purchases = players.flatMap((user) => items.map(({ id }) => ({ user, id })));
  await repeat("purchase", purchases, ({ user, id }) =>
    user.post(at(purchaseItemRoute, id), { price: 0, client_id: crypto.randomUUID() }),
  );
  await repeat("look", players.slice(0, looks), (user, i) =>
    user.post(updateAvatarRoute.path, { body_color: `#${(0x100000 + 7919 * i).toString(16)}` }),
  );
  await repeat("friendship", players.slice(1), async (user, i) => {
    const other = players[i] ?? maker;
    await user.post(fillPath(requestBuddyRoute.path, { username: other.name }));
    await other.post(fillPath(acceptBuddyRoute.path, { username: user.name }));
  });
}

/** Sends a recorded run of a corridor, a different one for each seed. */
function sendRun(user: Member, { id, course }: { id: number; course: Course }, seed: number) {
  const form = runForm({ ...corridorRun(course, seed), key: crypto.randomUUID() });
  return user.post(fillPath(createRunRoute.path, { id }), form);
}

const newAccount = (i: number) => ({
  username: `new_player_${i}`,
  email: `new.player.${i}@example.com`,
  password: PASSWORD,
  password_confirmation: PASSWORD,
  starter_set: STARTER_SET_NAMES[i % STARTER_SET_NAMES.length],
});
