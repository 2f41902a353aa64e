import { Play } from "lucide-react";
import type { JoinDestination } from "#domain/play/api.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { usePresence } from "#web/lib/live/use-live-event.ts";
import { useUser } from "#web/lib/user.ts";
import { playButtonText as text } from "#web/text/play-button.ts";
import { Button, type ButtonLook, LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { startPlaying } from "./launch-store.ts";
import styles from "./play-button.module.css";
import { useIsLaunchLoading } from "./play-button.tsx";
import { playUrl } from "./play-url.ts";
import { isComputer } from "./use-play-choice.ts";

interface JoinButtonProps extends Pick<ButtonLook, "size"> {
  person: Pick<PresentUserCard, "id" | "username" | "online" | "player">;
  className?: string | undefined;
}

/**
 * Joins another member's level in the desktop client. Shown to members while that level is open to everyone. On phones,
 * which the client doesn't run on, it plays the same level in the browser.
 */
export function JoinButton({ person, size, className }: JoinButtonProps) {
  const user = useUser();
  const { player } = usePresence(person.id, person);
  const destination: JoinDestination = { destination_type: "User", id: person.id };
  const busy = useIsLaunchLoading(destination);
  if (!user || user.id === person.id || !player || player.level.id === null) return null;
  const level = player.level.id;
  const look = { variant: "play", icon: Play, size, className: cx(styles.filled, className) } as const;
  if (!isComputer()) {
    return (
      <LinkButton {...look} to={playUrl(level)} aria-label={text.playTitle(player.level.title_tooltip)}>
        {text.play}
      </LinkButton>
    );
  }
  return (
    <Button
      {...look}
      busy={busy}
      aria-label={text.joinUser(person.username)}
      onClick={() => startPlaying({ destination, level })}
    >
      {text.join}
    </Button>
  );
}
