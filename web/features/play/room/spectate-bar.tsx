import { ChevronLeft, ChevronRight, Eye, X } from "lucide-react";
import { UserName } from "#web/components/user-name.tsx";
import type { GameRoom } from "#web/game/room/game-room.ts";
import { HudButton } from "../hud-button.tsx";
import { spectateText as text } from "../text/room.ts";
import { neighbor, watchable } from "./in-order.ts";
import styles from "./room-layer.module.css";
import { useStore } from "./use-store.ts";

/** The player who is watched, with ways to the next one and back to the own run. Nothing if no one is watched. */
export function SpectateBar({ room }: { room: GameRoom }) {
  const watched = useStore(room.watched);
  const people = useStore(room.people);
  if (watched === null) return null;
  const person = people.find(({ user }) => user.id === watched);
  const others = watchable(people);
  const go = (step: 1 | -1) => room.watch(neighbor(others, watched, step)?.user.id ?? null);
  const hasOthers = others.some(({ user }) => user.id !== watched);
  return (
    <section className={styles.spectate} aria-label={text.title} data-watching={watched}>
      <HudButton icon={ChevronLeft} label={text.previous} disabled={!hasOthers} onClick={() => go(-1)} />
      <p className={styles.watched} role="status">
        <Eye aria-hidden />
        {person && (
          <>
            <span className="sr-only">{text.watching(person.user.username)}</span>
            <span aria-hidden>
              <UserName user={person.user} badge={false} />
            </span>
          </>
        )}
      </p>
      <HudButton icon={ChevronRight} label={text.next} disabled={!hasOthers} onClick={() => go(1)} />
      <HudButton icon={X} label={text.stop} onClick={() => room.watch(null)} />
    </section>
  );
}
