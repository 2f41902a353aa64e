import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import { paletteRoute } from "#domain/search/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { searchText } from "#web/text/search.ts";
import type { Named } from "#web/ui/user-name.tsx";

/** One line of the palette: a level, an item, a user, a thread, or the way to all levels, items or posts. */
export interface Found {
  key: string;
  to: string;
  name: string;
  /** Somebody, whose name it is. */
  user?: Named;
  more: string;
  /** A picture's address; null stands for the search icon. */
  picture: string | null;
  kind: "level" | "item" | "user" | "thread" | "all";
}

const TYPING_MS = 120;

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), TYPING_MS);
    return () => window.clearTimeout(timer);
  }, [value]);
  return settled;
}

/** What is found for the text being typed; the last answer stays, told to be `behind`, until the next one is here. */
export function useResults(typed: string) {
  const query = useSettled(typed.trim());
  const answer = useQuery({
    ...queryFor(paletteRoute, { input: { q: query } }),
    enabled: query !== "",
    placeholderData: keepPreviousData,
  });
  const found: Found[] = [];
  if (query && answer.data) {
    for (const { id, url, title, thumbnail_url, user } of answer.data.levels) {
      const more = searchText.by(user.username);
      found.push({ key: `level-${id}`, to: url, name: title, more, picture: thumbnail_url, kind: "level" });
    }
    for (const { id, name, thumbnail_url, user } of answer.data.items) {
      const more = searchText.by(user.username);
      found.push({ key: `item-${id}`, to: `/items/${id}`, name, more, picture: thumbnail_url, kind: "item" });
    }
    for (const user of answer.data.users) {
      const { id, url, username, bopi, level } = user;
      const more = searchText.spirit(level);
      found.push({
        key: `user-${id}`,
        to: url,
        name: username,
        user,
        more,
        picture: bopi.headshot_url,
        kind: "user",
      });
    }
    for (const { id, subforum_id, url, title, user } of answer.data.threads) {
      const more = searchText.byIn(user.username, SUBFORUMS[subforum_id as SubforumId].name);
      const picture = user.bopi.headshot_url;
      found.push({ key: `thread-${id}`, to: url, name: title, more, picture, kind: "thread" });
    }
    for (const [place, name] of [
      ["levels", searchText.allLevels(query)],
      ["shop", searchText.allItems(query)],
      ["forums/search", searchText.allPosts(query)],
    ] as const) {
      const to = `/${place}?search=${encodeURIComponent(query)}`;
      found.push({ key: `all-${place.replace("/", "-")}`, to, name, more: "", picture: null, kind: "all" });
    }
  }
  const behind = typed.trim() !== query || answer.isPlaceholderData;
  return { query, found, error: answer.error, loading: answer.isLoading, behind };
}
