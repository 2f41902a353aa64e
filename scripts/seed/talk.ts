import { sql } from "drizzle-orm";
import { Database, select } from "#db/client.ts";
import { SEED_CHATS } from "#db/seed/chats.ts";
import { Person } from "../bench/client.ts";
import type { Site } from "../site/site.ts";

/** Has the demo people say to each other what they say: messages live in objects, which only the running site can write. */
export async function seedTalk({ url, d1 }: Pick<Site, "url" | "d1">): Promise<void> {
  const started = Date.now();
  const names = [...new Set(SEED_CHATS.flatMap(({ between }) => between))];
  const people = new Map(
    await Promise.all(names.map(async (name) => [name, await join(url, name)] as const)),
  );
  for (const { lines, between, unreadBy } of SEED_CHATS) {
    const otherOf = (name: string) => people.get(between[0] === name ? between[1] : between[0])?.id;
    for (const [sender, body] of lines)
      await post(people.get(sender), `/api/messages/send/${otherOf(sender)}`, { body });
    for (const name of between)
      if (name !== unreadBy) await post(people.get(name), `/api/messages/read/${otherOf(name)}`, {});
  }
  // They were signed in for that alone: nothing of it is left in their lists and mails, and staff may use the next code.
  for (const talker of people.values()) await post(talker, "/api/auth/logout", {});
  await new Database(d1).batch([
    select(sql`delete from mails where created_at >= ${started} and recipient like '%@example.com'`),
    select(sql`delete from known_browsers where created_at >= ${started}`),
    select(sql`update users set two_factor_step = 0`),
  ]);
}

interface Talker {
  person: Person;
  id: number;
}

async function join(url: string, username: string): Promise<Talker> {
  const person = await Person.signedIn(url, username);
  const { text } = await person.get("/api/session");
  return { person, id: (JSON.parse(text) as { user: { id: number } }).user.id };
}

async function post(talker: Talker | undefined, path: string, input: object): Promise<void> {
  const answer = await talker?.person.post(path, input);
  if (answer?.status !== 200)
    throw new Error(`A demo message was not taken: ${answer?.status} ${answer?.text}`);
}
