import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { type SessionUser, sessionRoute } from "#domain/auth/api.ts";
import type { RenderEvent } from "#domain/renders/events.ts";
import { call } from "#web/lib/api.ts";
import { openSocket } from "#web/lib/live.ts";
import { replaceDeep } from "#web/lib/replace-deep.ts";

type Parts = Record<string, unknown>;

/** Changes every answer on the page in which `replace` finds something to change; nothing is asked for. */
function replaceInAnswers(client: QueryClient, replace: (object: Parts) => Parts): void {
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    if (state.data === undefined) continue;
    const replaced = replaceDeep(state.data, replace);
    if (replaced !== state.data) client.setQueryData(queryKey, replaced);
  }
}

/** Hangs a user's new pictures up wherever an answer on the page shows that user. */
function hangUp(client: QueryClient, user: SessionUser, bopi: SessionUser["bopi"]): void {
  replaceInAnswers(client, (object) => {
    if (object.username === user.username && "bopi" in object && object.bopi !== bopi)
      return { ...object, bopi };
    if (object.user_id === user.id && "avatar_url" in object && object.avatar_url !== bopi.avatar_url)
      return { ...object, ...bopi, rendered: true };
    return object;
  });
}

/** The same for an item, which may stand in several lists. An answer that is still on its way may be older: it is asked for anew. */
function hangUpItem(client: QueryClient, { id, thumbnail_url }: { id: number; thumbnail_url: string }): void {
  replaceInAnswers(client, (object) => {
    if (object.id !== id || !("uuid" in object) || object.thumbnail_url === thumbnail_url) return object;
    return { ...object, thumbnail_url, ...("rendered" in object && { rendered: true }) };
  });
  void client.invalidateQueries({ queryKey: [`/api/items/${id}`], predicate: ({ state }) => !state.data });
}

/**
 * Keeps a member's page up to date with what their socket says: a bopi that has been drawn shows in the header and
 * everywhere else at once, on every open page. Draws nothing itself.
 */
export default function Live({ user, setUser }: { user: SessionUser; setUser: (user: SessionUser) => void }) {
  const client = useQueryClient();
  const show = useEffectEvent((bopi: SessionUser["bopi"]) => {
    if (bopi.avatar_url === user.bopi.avatar_url) return;
    setUser({ ...user, bopi });
    hangUp(client, user, bopi);
  });
  const onEvent = useEffectEvent((event: RenderEvent) => {
    if (event.event === "AvatarRendered") show(event.bopi);
    else if (event.event === "ItemRendered") hangUpItem(client, event.item);
    else void client.invalidateQueries({ queryKey: ["outfits"] });
  });
  // What was said while the socket was away is asked for.
  const onReturn = useEffectEvent(async () => {
    const { user: now } = await call(sessionRoute, {});
    if (now) show(now.bopi);
    void client.invalidateQueries({ queryKey: ["outfits"] });
  });
  // Asked in vain, it is asked again when the socket comes back the next time.
  useEffect(() => openSocket(onEvent, () => void onReturn().catch(() => undefined)), []);
  return null;
}
