import { useQuery } from "@tanstack/react-query";
import { isParam } from "#domain/api/params.ts";
import { replyRoute, threadRoute } from "#domain/forums/api.ts";
import { itemRoute } from "#domain/items/api.ts";
import { levelRoute } from "#domain/levels/api.ts";
import { messageRoute } from "#domain/reports/api.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { profileRoute } from "#domain/users/api.ts";
import { ResponseError } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";

/** What is reported, as far as it can be looked up. */
export interface Subject {
  name: string;
  url: string;
  picture: string;
  by?: string;
  wide?: boolean;
  /** What was said, where that is the thing. */
  said?: string;
  /** The title of the thread it was said in. */
  where?: string;
}

/** What names a thing of a kind, where that is no plain number. */
const NAMED: Partial<Record<ReportType, string>> = { user: "username", message: "messageId" };

/** Looks up what is reported; a comment alone is known by its number only. */
export function useSubject(type: ReportType, target: string) {
  const id = Number(target);
  const isId = isParam("id", target);
  const level = useQuery({
    ...queryFor(levelRoute, { params: { id } }),
    enabled: type === "level" && isId,
    select: ({ level: { title, url, thumbnail_url, user } }): Subject => ({
      name: title,
      url,
      picture: thumbnail_url,
      by: user.username,
      wide: true,
    }),
  });
  const item = useQuery({
    ...queryFor(itemRoute, { params: { id } }),
    enabled: type === "item" && isId,
    select: ({ item: { name, thumbnail_url, user } }): Subject => ({
      name,
      url: `/items/${id}`,
      picture: thumbnail_url,
      by: user.username,
    }),
  });
  const user = useQuery({
    ...queryFor(profileRoute, { params: { username: target } }),
    enabled: type === "user" && isParam("username", target),
    select: ({ user: { username, url, bopi } }): Subject => ({
      name: username,
      url,
      picture: bopi.headshot_url,
    }),
  });
  const message = useQuery({
    ...queryFor(messageRoute, { params: { messageId: target } }),
    enabled: type === "message" && isParam("messageId", target),
    select: ({ message: { body }, user: { username, bopi } }): Subject => ({
      name: username,
      url: `/chat?user=${username}`,
      picture: bopi.headshot_url,
      by: username,
      said: body,
    }),
  });
  const thread = useQuery({
    ...queryFor(threadRoute, { params: { id }, input: { page: 1 } }),
    enabled: type === "thread" && isId,
    select: ({ thread: { title, url, user } }): Subject => ({
      name: title,
      url,
      picture: user.bopi.headshot_url,
      by: user.username,
    }),
  });
  const reply = useQuery({
    ...queryFor(replyRoute, { params: { id } }),
    enabled: type === "reply" && isId,
    select: ({ reply: { url, body, user }, thread: { title } }): Subject => ({
      name: title,
      url,
      picture: user.bopi.headshot_url,
      by: user.username,
      said: body,
      where: title,
    }),
  });
  const isUsable = isParam(NAMED[type] ?? "id", target);
  const query = [level, item, user, message, thread, reply].find(
    (one) => one.fetchStatus !== "idle" || one.data || one.error,
  );
  return {
    subject: query?.data,
    isPending: query?.isPending ?? false,
    isMissing: !isUsable || (query?.error instanceof ResponseError && query.error.status === 404),
  };
}
