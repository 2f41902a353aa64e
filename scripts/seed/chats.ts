import { sql } from "drizzle-orm";
import { Database, statement } from "#db/database.ts";
import { SiteClient } from "../client/site-client.ts";
import type { Site } from "../site/site.ts";
import { readTexts } from "./content/texts.ts";
import { retry } from "./retry.ts";
import { DEMO_PASSWORD, DEMO_TWO_FACTOR } from "./sign-ins.ts";

/** Chats of the demo users, as sender and text. */
const CHATS =
  readTexts<
    {
      between: [string, string];
      /** The user of the pair who hasn't read the last message. */
      unreadBy?: string;
      lines: [sender: string, body: string][];
    }[]
  >("chats");

/** Sends the demo world's chat messages. They're stored in Durable Objects, which only a running site can write. */
export async function seedChats({ url, d1 }: Pick<Site, "url" | "d1">): Promise<void> {
  const started = Date.now();
  const senders = new Map<string, DemoSender>();
  // One at a time: on a slow machine, twenty parallel sign-ins exceed the request timeout.
  for (const name of new Set(CHATS.flatMap(({ between }) => between)))
    senders.set(name, await retry(() => signIn(url, name)));
  for (const [chat, { lines, between, unreadBy }] of CHATS.entries()) {
    const otherOf = (name: string) => senders.get(between[0] === name ? between[1] : between[0])?.id;
    for (const [line, [sender, body]] of lines.entries())
      await post(senders.get(sender), `/api/messages/send/${otherOf(sender)}`, {
        body,
        client_id: `demo-line-${chat}-${line}`,
      });
    for (const name of between)
      if (name !== unreadBy) await post(senders.get(name), `/api/messages/read/${otherOf(name)}`, {});
  }
  // Remove all traces of these sign-ins, and let staff use the next code.
  for (const sender of senders.values()) await post(sender, "/api/auth/logout", {});
  await retry(() =>
    new Database(d1).batch({
      mails: statement(
        sql`delete from mails where created_at >= ${started} and recipient like '%@example.com'`,
      ),
      browsers: statement(sql`delete from known_browsers where created_at >= ${started}`),
      users: statement(sql`update users set two_factor_step = 0`),
    }),
  );
}

interface DemoSender {
  person: SiteClient;
  id: number;
}

async function signIn(url: string, username: string): Promise<DemoSender> {
  const person = new SiteClient(url);
  await person.signIn(username, DEMO_PASSWORD, DEMO_TWO_FACTOR);
  const { user } = await person.get<{ user: { id: number } }>("/api/session");
  return { person, id: user.id };
}

const post = (sender: DemoSender | undefined, path: string, input: object) =>
  retry(async () => sender?.person.post(path, input));
