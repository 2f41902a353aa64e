import { Play } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { signInAddress } from "#domain/auth/members.ts";
import type { JoinDestination } from "#domain/play/api.ts";
import { useUser } from "#web/lib/user.ts";
import { playButtonText, playWord } from "#web/text/play-button.ts";
import { Button, type ButtonLook, LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import styles from "./play-button.module.css";
import { isLoading, launch, setOut } from "./play-store.ts";

/** Whether the page waits for a place there; what the button shows. */
export const useLoading = (destination: JoinDestination): boolean =>
  useSyncExternalStore(launch.subscribe, () => isLoading(destination));

export interface PlayButtonProps extends Pick<ButtonLook, "size"> {
  destination: JoinDestination;
  /** Its whole name, where what stands around it does not tell what is played. */
  label?: string;
  className?: string | undefined;
}

/** Leads into a level, or to wherever somebody plays; visitors sign in first. */
export function PlayButton({ destination, label, size, className }: PlayButtonProps) {
  const user = useUser();
  const { pathname } = useLocation();
  const busy = useLoading(destination);
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
      <LinkButton {...look} to={signInAddress(pathname)} title={playButtonText.signIn}>
        {word}
      </LinkButton>
    );
  }
  return (
    <Button {...look} busy={busy} onClick={() => setOut(destination)}>
      {word}
    </Button>
  );
}
