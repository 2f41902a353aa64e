import { Play } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { signInUrl } from "#domain/auth/member-pages.ts";
import type { JoinDestination } from "#domain/play/api.ts";
import { useUser } from "#web/lib/user.ts";
import { playButtonText, playWord } from "#web/text/play-button.ts";
import { Button, type ButtonLook, LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { isLaunchLoading, launchStore, startPlaying } from "./launch-store.ts";
import styles from "./play-button.module.css";

/** Whether the page is requesting a token for this destination. */
export const useIsLaunchLoading = (destination: JoinDestination): boolean =>
  useSyncExternalStore(launchStore.subscribe, () => isLaunchLoading(destination));

export interface PlayButtonProps extends Pick<ButtonLook, "size"> {
  destination: JoinDestination;
  /** Its accessible name, where the context doesn't name the destination. */
  label?: string;
  className?: string | undefined;
}

/** Starts a level, or joins another user. Visitors sign in first. */
export function PlayButton({ destination, label, size, className }: PlayButtonProps) {
  const user = useUser();
  const { pathname } = useLocation();
  const busy = useIsLaunchLoading(destination);
  const look = {
    variant: "play",
    icon: Play,
    size,
    className: cx(styles.button, className),
    "aria-label": label,
  } as const;
  const word = playWord[destination.destination_type];
  if (!user) {
    return (
      <LinkButton {...look} to={signInUrl(pathname)} title={playButtonText.signIn}>
        {word}
      </LinkButton>
    );
  }
  return (
    <Button {...look} busy={busy} onClick={() => startPlaying(destination)}>
      {word}
    </Button>
  );
}
