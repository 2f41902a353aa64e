import { sql } from "drizzle-orm";
import { Database, statement } from "#db/client.ts";
import { SEED_CHATS } from "#db/seed/chats.ts";
import { Person } from "../bench/client.ts";
import type { Site } from "../site/site.ts";
import { retry } from "./retry.ts";

/** Sends the demo people's chat messages: they live in objects, which only the running site can write. */
export async function seedTalk({ url, d1 }: Pick<Site, "url" | "d1">): Promise<void> {
  const started = Date.now();
  const people = new Map<string, Talker>();
  // One after the other: on a slow machine twenty sign-ins at once take longer than a request may.
  for (const name of new Set(SEED_CHATS.flatMap(({ between }) => between)))
    people.set(name, await retry(() => join(url, name)));
  for (const [chat, { lines, between, unreadBy }] of SEED_CHATS.entries()) {
    const otherOf = (name: string) => people.get(between[0] === name ? between[1] : between[0])?.id;
    for (const [line, [sender, body]] of lines.entries())
      await post(people.get(sender), `/api/messages/send/${otherOf(sender)}`, {
        body,
        client_id: `demo-line-${chat}-${line}`,
      });
    for (const name of between)
      if (name !== unreadBy) await post(people.get(name), `/api/messages/read/${otherOf(name)}`, {});
  }
  // They signed in only for this: their lists and mails show nothing of it, and staff can use the next code.
  for (const talker of people.values()) await post(talker, "/api/auth/logout", {});
  await retry(() =>
    new Database(d1).batch([
      statement(sql`delete from mails where created_at >= ${started} and recipient like '%@example.com'`),
      statement(sql`delete from known_browsers where created_at >= ${started}`),
      statement(sql`update users set two_factor_step = 0`),
    ]),
  );
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
  const answer = await retry(async () => talker?.person.post(path, input));
  if (answer?.status !== 200)
    throw new Error(`A demo message was not taken: ${answer?.status} ${answer?.text}`);
}
