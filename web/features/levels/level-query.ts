import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { isParam } from "#domain/api/params.ts";
import { type Level, levelRoute } from "#domain/levels/api.ts";
import { ResponseError } from "#web/lib/api.ts";
import { invalidateUrls, queryFor } from "#web/lib/query.ts";

export const DRAWING = "/static/drawing.svg";
const POLL_MS = 1_500;
const PATIENCE_MS = 30_000;

/** Whether the level's picture is still being drawn. */
export const isDrawing = ({ thumbnail_url }: Pick<Level, "thumbnail_url">) => thumbnail_url === DRAWING;

const levelQuery = (id: number) => queryFor(levelRoute, { params: { id } });

/** A level by the id in the address; looked at again while its picture is being drawn. */
export function useLevel(id = "") {
  const isId = isParam("id", id);
  const drawing = useRef({ revision: 0, since: 0 });
  const query = useQuery({
    ...levelQuery(Number(id)),
    enabled: isId,
    refetchInterval: ({ state }) => {
      const level = state.data?.level;
      if (!level || !isDrawing(level)) return false;
      if (drawing.current.revision !== level.revision)
        drawing.current = { revision: level.revision, since: Date.now() };
      return Date.now() - drawing.current.since < PATIENCE_MS ? POLL_MS : false;
    },
  });
  const isMissing = !isId || (query.error instanceof ResponseError && query.error.status === 404);
  return { ...query, level: query.data?.level, isMissing };
}

/** Changes what is known of a level, where it is known. */
export function patchLevel(client: QueryClient, id: number, change: (level: Level) => Partial<Level>): void {
  client.setQueryData(levelQuery(id).queryKey, (old) =>
    old ? { level: { ...old.level, ...change(old.level) } } : old,
  );
}

/** Puts an answer's level in place of what was known. */
export function keepLevel(client: QueryClient, level: Level): void {
  client.setQueryData(levelQuery(level.id).queryKey, { level });
}

export const stopLevelQuery = (client: QueryClient, id: number) =>
  client.cancelQueries({ queryKey: levelQuery(id).queryKey });

export const refreshLevel = (client: QueryClient, id: number) =>
  client.invalidateQueries({ queryKey: levelQuery(id).queryKey });

const LISTS = /^\/api\/(?:levels(?:\?|\/\d+\/revisions|$)|home|users?\/[^/]+\/levels)/;

/** Every list that may show the level is asked for again when it is looked at next. */
export const refreshLists = (client: QueryClient) => invalidateUrls(client, LISTS);
