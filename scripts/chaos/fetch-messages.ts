import { buildUrl, type OutputOf } from "#domain/api/route.ts";
import { messageListRoute } from "#domain/conversations/api.ts";
import type { Member } from "../client/crowd.ts";

/** Fetches the texts of all messages of a conversation. */
export async function fetchMessages(user: Member, userId: number): Promise<string[]> {
  const texts: string[] = [];
  for (let page = 1; ; page++) {
    const path = buildUrl(messageListRoute, { userId }, { page });
    const { data, links } = await user.get<OutputOf<typeof messageListRoute>>(path);
    texts.push(...data.map(({ body }) => body));
    if (!links.next) return texts;
  }
}
