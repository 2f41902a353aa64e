import { useQuery } from "@tanstack/react-query";
import { isParam } from "#domain/api/params.ts";
import { itemRoute } from "#domain/items/api.ts";
import { levelRoute } from "#domain/levels/api.ts";
import type { ReportType } from "#domain/reports/api.ts";
import { profileRoute } from "#domain/users/api.ts";
import { ApiError } from "#web/lib/api.ts";
import { ask } from "#web/lib/query.ts";

/** What is reported, as far as it can be looked up. */
export interface Subject {
  name: string;
  url: string;
  picture: string;
  by?: string;
  wide?: boolean;
}

/** Looks up a level, an item or a user; the other kinds are known by their number only. */
export function useSubject(type: ReportType, target: string) {
  const id = Number(target);
  const isId = isParam("id", target);
  const level = useQuery({
    ...ask(levelRoute, { params: { id } }),
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
    ...ask(itemRoute, { params: { id } }),
    enabled: type === "item" && isId,
    select: ({ item: { name, thumbnail_url, user } }): Subject => ({
      name,
      url: `/items/${id}`,
      picture: thumbnail_url,
      by: user.username,
    }),
  });
  const user = useQuery({
    ...ask(profileRoute, { params: { username: target } }),
    enabled: type === "user" && isParam("username", target),
    select: ({ user: { username, url, bopi } }): Subject => ({
      name: username,
      url,
      picture: bopi.headshot_url,
    }),
  });
  const isUsable = type === "user" ? isParam("username", target) : isId;
  const query = [level, item, user].find((one) => one.fetchStatus !== "idle" || one.data || one.error);
  return {
    subject: query?.data,
    isPending: query?.isPending ?? false,
    isMissing: !isUsable || (query?.error instanceof ApiError && query.error.status === 404),
  };
}
