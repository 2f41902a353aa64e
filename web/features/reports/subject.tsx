import { useQuery } from "@tanstack/react-query";
import { isValidParam } from "#domain/api/params.ts";
import { replyRoute, threadRoute } from "#domain/forums/api.ts";
import { itemRoute } from "#domain/items/api.ts";
import { levelRoute } from "#domain/levels/api.ts";
import { messageRoute } from "#domain/reports/api.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { profileRoute } from "#domain/users/api.ts";
import { isNotFound } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";

/** The reported content, as far as it can be looked up. */
export interface Subject {
  name: string;
  url: string;
  picture: string;
  author?: string;
  wide?: boolean;
  /** The reported text, for messages and replies. */
  body?: string;
  /** The title of the reply's thread. */
  threadTitle?: string;
}

/** The kinds whose target is not a plain id. */
const PARAM_TYPES: Partial<Record<ReportType, string>> = { user: "username", message: "messageId" };

/** Looks up the reported content. Comments have no endpoint of their own. */
export function useSubject(type: ReportType, target: string) {
  const id = Number(target);
  const isId = isValidParam("id", target);
  const level = useQuery({
    ...queryFor(levelRoute, { params: { id } }),
    enabled: type === "level" && isId,
    select: ({ level: { title, url, thumbnail_url, user } }): Subject => ({
      name: title,
      url,
      picture: thumbnail_url,
      author: user.username,
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
      author: user.username,
    }),
  });
  const user = useQuery({
    ...queryFor(profileRoute, { params: { username: target } }),
    enabled: type === "user" && isValidParam("username", target),
    select: ({ user: { username, url, bopi } }): Subject => ({
      name: username,
      url,
      picture: bopi.headshot_url,
    }),
  });
  const message = useQuery({
    ...queryFor(messageRoute, { params: { messageId: target } }),
    enabled: type === "message" && isValidParam("messageId", target),
    select: ({ message: { body }, user: { username, bopi } }): Subject => ({
      name: username,
      url: `/chat?user=${username}`,
      picture: bopi.headshot_url,
      author: username,
      body: body,
    }),
  });
  const thread = useQuery({
    ...queryFor(threadRoute, { params: { id }, input: { page: 1 } }),
    enabled: type === "thread" && isId,
    select: ({ thread: { title, url, user } }): Subject => ({
      name: title,
      url,
      picture: user.bopi.headshot_url,
      author: user.username,
    }),
  });
  const reply = useQuery({
    ...queryFor(replyRoute, { params: { id } }),
    enabled: type === "reply" && isId,
    select: ({ reply: { url, body, user }, thread: { title } }): Subject => ({
      name: title,
      url,
      picture: user.bopi.headshot_url,
      author: user.username,
      body: body,
      threadTitle: title,
    }),
  });
  const isUsable = isValidParam(PARAM_TYPES[type] ?? "id", target);
  const query = [level, item, user, message, thread, reply].find(
    (candidate) => candidate.fetchStatus !== "idle" || candidate.data || candidate.error,
  );
  return {
    subject: query?.data,
    isPending: query?.isPending ?? false,
    isMissing: !isUsable || isNotFound(query?.error),
  };
}
