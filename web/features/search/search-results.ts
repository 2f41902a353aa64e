import { useQuery } from "@tanstack/react-query";
import { SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import { paletteRoute } from "#domain/search/api.ts";
import type { NamedUser } from "#web/components/user-name.tsx";
import { queryFor } from "#web/lib/query.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { searchText } from "./text.ts";

/** A line of the palette: a level, item, user or thread, or a link to all levels, items or posts. */
export interface SearchResult {
  key: string;
  to: string;
  name: string;
  /** Set for users, to show the name with their colors. */
  user?: NamedUser;
  detail: string;
  /** The picture's URL; null shows the search icon. */
  picture: string | null;
  kind: "level" | "item" | "user" | "thread" | "all";
}

const DEBOUNCE_MS = 120;

/** Returns the results for the typed text. `isStale`: they aren't those of everything typed yet. */
export function useSearchResults(typed: string) {
  const query = useDebounced(typed.trim(), DEBOUNCE_MS);
  const response = useQuery({
    ...queryFor(paletteRoute, { input: { q: query } }),
    enabled: query !== "",
  });
  const results: SearchResult[] = [];
  if (query && response.data) {
    for (const { id, url, title, thumbnail_url, user } of response.data.levels) {
      const detail = searchText.by(user.username);
      results.push({
        key: `level-${id}`,
        to: url,
        name: title,
        detail,
        picture: thumbnail_url,
        kind: "level",
      });
    }
    for (const { id, name, thumbnail_url, user } of response.data.items) {
      const detail = searchText.by(user.username);
      results.push({
        key: `item-${id}`,
        to: `/items/${id}`,
        name,
        detail,
        picture: thumbnail_url,
        kind: "item",
      });
    }
    for (const user of response.data.users) {
      const { id, url, username, bopi, level } = user;
      const detail = searchText.spirit(level);
      results.push({
        key: `user-${id}`,
        to: url,
        name: username,
        user,
        detail,
        picture: bopi.headshot_url,
        kind: "user",
      });
    }
    for (const { id, subforum_id, url, title, user } of response.data.threads) {
      const detail = searchText.byIn(user.username, SUBFORUMS[subforum_id as SubforumId].name);
      const picture = user.bopi.headshot_url;
      results.push({ key: `thread-${id}`, to: url, name: title, detail, picture, kind: "thread" });
    }
    for (const [place, name] of [
      ["levels", searchText.allLevels(query)],
      ["shop", searchText.allItems(query)],
      ["forums/search", searchText.allPosts(query)],
    ] as const) {
      const to = `/${place}?search=${encodeURIComponent(query)}`;
      results.push({
        key: `all-${place.replace("/", "-")}`,
        to,
        name,
        detail: "",
        picture: null,
        kind: "all",
      });
    }
  }
  const isStale = typed.trim() !== query || response.isLoading;
  return { query, results, error: response.error, loading: response.isLoading, isStale };
}
