import type { BenchUser } from "../chat/crowd.ts";

const AT_ONCE = 16;

/** Runs work for each element, some at once, and returns the results in order. */
export async function forEach<T, R>(
  list: readonly T[],
  work: (each: T, i: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let i = 0; i < list.length; i += AT_ONCE)
    results.push(...(await Promise.all(list.slice(i, i + AT_ONCE).map((each, j) => work(each, i + j)))));
  return results;
}

async function getText(url: string, { headers }: BenchUser, path: string): Promise<string> {
  const response = await fetch(url + path, { headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} got ${response.status}: ${text}`);
  return text;
}

/** Lets everyone write to the next person, who reads every second conversation. Messages with the same number are sent once. */
export async function sendChats(
  url: string,
  users: readonly BenchUser[],
  messages: number,
  firstNumber = 0,
): Promise<void> {
  const post = async (user: BenchUser, path: string, input: object) => {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { ...user.writeHeaders, "Content-Type": "application/json" },
      body: JSON.stringify(input),
    });
    if (response.status !== 200) throw new Error(`${path} got ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  await forEach(users, async (user, i) => {
    const other = users[(i + 1) % users.length] ?? user;
    for (let n = firstNumber; n < firstNumber + messages; n++)
      await post(user, `/api/messages/send/${other.id}`, {
        body: `Message ${n} of ${user.name} 🎈`,
        client_id: `backup-${user.id}-${n}`,
      });
    if (i % 2) await post(other, `/api/messages/read/${user.id}`, {});
  });
}

/** Returns what each user sees of their chats: unread numbers, conversations, and the messages with the next person. */
export const readChats = (url: string, users: readonly BenchUser[]): Promise<string[]> =>
  forEach(users, async (user, i) => {
    const other = users[(i + 1) % users.length] ?? user;
    const list = await getText(url, user, "/api/conversations");
    return list + (await getText(url, user, `/api/messages/from/${other.id}`));
  });
