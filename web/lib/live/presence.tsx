import type { ReactNode } from "react";
import { AWAY, type Presence } from "#domain/presence/presence.ts";
import { PresenceBubble, PresenceWords } from "#web/ui/presence-bubble.tsx";
import { usePresence } from "./store.ts";

/** Where a user was when they were asked for; somebody shown without it is away until the site says otherwise. */
type Watched = { id: number } & Partial<Presence>;

const initial = ({ online = AWAY.online, player = AWAY.player }: Watched): Presence => ({ online, player });

/** A user's bubble, which changes as they come and go. */
export const UserBubble = ({ user }: { user: Watched }) => (
  <PresenceBubble {...usePresence(user.id, initial(user))} />
);

/** The same in words; `otherwise` stands there while they are away. */
export const UserStatus = ({ user, otherwise }: { user: Watched; otherwise?: ReactNode }) => (
  <PresenceWords {...usePresence(user.id, initial(user))} otherwise={otherwise} />
);
