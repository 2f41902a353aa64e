import { useQueryClient } from "@tanstack/react-query";
import { Eye, Play } from "lucide-react";
import type { JoinDestination } from "#domain/play/api.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { joinUrl, watchUrl } from "#web/lib/join-url.ts";
import { usePresence } from "#web/lib/live/use-live-event.ts";
import { useUser } from "#web/lib/user.ts";
import { Button, type ButtonLook, LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { playButtonText as text } from "../text/play-button.ts";
import { startPlaying } from "./launch-store.ts";
import styles from "./play-button.module.css";
import { startPlay, useIsLaunchLoading, usePlayChoice } from "./play-button.tsx";

interface JoinButtonProps extends Pick<ButtonLook, "size"> {
  person: Pick<PresentUserCard, "id" | "username" | "online" | "player">;
  className?: string | undefined;
}

/** The level that another member plays, as far as the user may know; null otherwise. */
function useLevelOf(person: JoinButtonProps["person"]): number | null {
  const user = useUser();
  const { player } = usePresence(person.id, person);
  return user && user.id !== person.id ? (player?.level.id ?? null) : null;
}

/**
 * Joins another member's level, in the browser or in the desktop client, whichever is this device's choice. Shown to members
 * while that level is open to everyone.
 */
export function JoinButton({ person, size, className }: JoinButtonProps) {
  const level = useLevelOf(person);
  const choice = usePlayChoice();
  const client = useQueryClient();
  const destination: JoinDestination = { destination_type: "User", id: person.id };
  const busy = useIsLaunchLoading(destination);
  if (level === null) return null;
  const look = {
    variant: "play",
    icon: Play,
    size,
    className: cx(styles.filled, className),
    "aria-label": text.joinUser(person.username),
  } as const;
  if (choice === "browser") {
    return (
      <LinkButton
        {...look}
        to={joinUrl(level, person.id)}
        onClick={() => startPlay(client, level, destination)}
      >
        {text.join}
      </LinkButton>
    );
  }
  return (
    <Button {...look} busy={busy} onClick={() => startPlaying({ destination, level })}>
      {text.join}
    </Button>
  );
}

export function WatchButton({ person, size, className }: JoinButtonProps) {
  const level = useLevelOf(person);
  if (level === null) return null;
  return (
    <LinkButton
      icon={Eye}
      size={size}
      className={className}
      to={watchUrl(level, person.id)}
      aria-label={text.watchUser(person.username)}
    >
      {text.watch}
    </LinkButton>
  );
}
