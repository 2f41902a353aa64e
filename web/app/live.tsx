import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { type SessionUser, sessionRoute } from "#domain/auth/api.ts";
import type { RenderEvent } from "#domain/renders/events.ts";
import { call } from "#web/lib/api.ts";
import { openSocket } from "#web/lib/live.ts";
import { replaceDeep } from "#web/lib/replace-deep.ts";

/** Hangs a user's new pictures up wherever an answer on the page shows that user. */
function hangUp(client: QueryClient, user: SessionUser, bopi: SessionUser["bopi"]): void {
  const replace = (object: Record<string, unknown>) => {
    if (object.username === user.username && "bopi" in object && object.bopi !== bopi)
      return { ...object, bopi };
    if (object.user_id === user.id && "avatar_url" in object && object.avatar_url !== bopi.avatar_url)
      return { ...object, ...bopi, rendered: true };
    return object;
  };
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    if (state.data === undefined) continue;
    const replaced = replaceDeep(state.data, replace);
    if (replaced !== state.data) client.setQueryData(queryKey, replaced);
  }
}

/** What an event changes on the page. */
function apply(client: QueryClient, event: RenderEvent): void {
  if (event.event === "OutfitRendered") void client.invalidateQueries({ queryKey: ["outfits"] });
  if (event.event === "ItemRendered") {
    const { id } = event.item;
    void client.invalidateQueries({ predicate: ({ queryKey }) => tellsOfItem(String(queryKey[0]), id) });
  }
}

/** The answers that may show an item: its own, and lists of one's things. */
const tellsOfItem = (address: string, id: number) =>
  address === `/api/items/${id}` || /^\/api\/(?:inventory|avatarinv)\//.test(address);

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
    else apply(client, event);
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
