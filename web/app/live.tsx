import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { type SessionUser, sessionRoute } from "#domain/auth/api.ts";
import { hasUnsent } from "#web/features/conversations/outbox-key.ts";
import { call } from "#web/lib/api.ts";
import { openSocket } from "#web/lib/live/socket.ts";
import { useConnection, useCounts, useLive, useResync } from "#web/lib/live/store.ts";
import { replaceDeep } from "#web/lib/replace-deep.ts";
import { showUnread } from "#web/lib/title.ts";
import { newerUser } from "#web/lib/user.ts";
import { memberShellText } from "#web/text/member-shell.ts";
import styles from "./live.module.css";
import { usePeopleNews } from "./people-news.ts";
import { usePlayNews } from "./play-news.ts";
import { type ChangeUser, useWalletNews } from "./wallet-news.ts";

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

/** A connection that comes back within this is nothing to speak of. */
const PATIENCE_MS = 3_000;

/** Says that what is seen may be old, once that has been so for a moment. */
function ConnectionSign() {
  const away = useConnection() === "away";
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(away), away ? PATIENCE_MS : 0);
    return () => clearTimeout(timer);
  }, [away]);
  return (
    <p className={styles.sign} role="status">
      {shown && away && <span>{memberShellText.reconnecting}</span>}
    </p>
  );
}

/**
 * Opens a member's socket and keeps what every page shows up to date with it: a bopi that has been drawn shows in the
 * header and everywhere else at once, the window's title tells of unread messages. What belongs to one page listens there.
 */
export default function Live({ user, setUser }: { user: SessionUser; setUser: ChangeUser }) {
  const client = useQueryClient();
  const { messages } = useCounts();
  const show = (bopi: SessionUser["bopi"]) => {
    if (bopi.avatar_url === user.bopi.avatar_url) return;
    setUser((now) => ({ ...now, bopi }));
    hangUp(client, user, bopi);
  };
  useLive((event) => {
    if (event.event === "AvatarRendered") show(event.bopi);
    else if (event.event === "ItemRendered") hangUpItem(client, event.item);
    else if (event.event === "OutfitRendered") void client.invalidateQueries({ queryKey: ["outfits"] });
  });
  const askAnew = useEffectEvent(async () => {
    void client.invalidateQueries();
    // Asked in vain, it is asked again with the next page.
    const session = await call(sessionRoute, {}).catch(() => null);
    if (!session?.user) return;
    const { user: said } = session;
    show(said.bopi);
    setUser((now) => newerUser(now, { ...said, bopi: now.bopi }));
  });
  useLive((event) => {
    if (event.event === "GoldChanged" || event.event === "Renamed") void askAnew();
  });
  usePeopleNews(user.id);
  useWalletNews(user, setUser);
  usePlayNews();
  useResync(() => void askAnew());
  useEffect(() => openSocket(), []);
  // What an earlier page could not send goes out from any page.
  useEffect(() => {
    if (!hasUnsent(user.id)) return;
    const load = import("#web/features/conversations/chat-store.ts");
    // It waits for the next page where its code can't be had.
    load.then(({ ownChat }) => ownChat(client, user.id)).catch(() => undefined);
  }, [client, user.id]);
  useEffect(() => showUnread(messages ?? 0), [messages]);
  return <ConnectionSign />;
}
