import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { isValidParam } from "#domain/api/params.ts";
import { type Level, levelRoute } from "#domain/levels/api.ts";
import { isNotFound } from "#web/lib/api.ts";
import { at, cacheResponse, patch, type Target } from "#web/lib/cache.ts";
import { queryFor } from "#web/lib/query.ts";

/** The placeholder picture while a level's own is being drawn. */
export const DRAWING_URL = "/static/drawing.svg";
const POLL_MS = 1_500;
const POLL_LIMIT_MS = 30_000;

export const isDrawing = ({ thumbnail_url }: Pick<Level, "thumbnail_url">) => thumbnail_url === DRAWING_URL;

/** The queue of the action that deletes the level. Its page doesn't poll meanwhile: it would find nothing. */
export const deletionQueue = ({ id }: Pick<Level, "id">) => `delete level ${id}`;

const levelQuery = (id: number) => queryFor(levelRoute, { params: { id } });

/** Loads the level with the id from the URL. Polls while its picture is being drawn. */
export function useLevel(id = "") {
  const client = useQueryClient();
  const isId = isValidParam("id", id);
  const drawing = useRef({ revision: 0, since: 0 });
  const query = useQuery({
    ...levelQuery(Number(id)),
    enabled: isId,
    refetchInterval: ({ state }) => {
      const level = state.data?.level;
      if (!level || !isDrawing(level)) return false;
      if (client.isMutating({ mutationKey: [deletionQueue(level)] }) > 0) return false;
      if (drawing.current.revision !== level.revision)
        drawing.current = { revision: level.revision, since: performance.now() };
      return performance.now() - drawing.current.since < POLL_LIMIT_MS ? POLL_MS : false;
    },
  });
  const isMissing = !isId || isNotFound(query.error);
  return { ...query, level: query.data?.level, isMissing };
}

export const patchLevel = (client: QueryClient, id: number, change: (level: Level) => Partial<Level>): void =>
  patch(client, at("/api/levels/{id}", { id }), ({ level }) => ({ level: { ...level, ...change(level) } }));

export function cacheLevel(client: QueryClient, level: Level): void {
  cacheResponse(client, levelQuery(level.id), { level });
}

export const cancelLevelQuery = (client: QueryClient, id: number) =>
  client.cancelQueries({ queryKey: levelQuery(id).queryKey });

export const LEVEL_LISTS: readonly Target[] = [
  "/api/levels",
  "/api/levels/{id}/revisions",
  "/api/home",
  "/api/users/{username}/levels",
  "/api/user/{username}/levels",
];
