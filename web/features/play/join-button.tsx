import type { PresentUserCard } from "#domain/presence/presence.ts";
import { usePresence } from "#web/lib/live/use-live-event.ts";
import { useUser } from "#web/lib/user.ts";
import { playButtonText } from "#web/text/play-button.ts";
import type { ButtonLook } from "#web/ui/button.tsx";
import { PlayButton } from "./play-button.tsx";

interface JoinButtonProps extends Pick<ButtonLook, "size"> {
  person: Pick<PresentUserCard, "id" | "username" | "online" | "player">;
  className?: string | undefined;
}

/** Joins another member's level. Shown to members while that level is open to everyone. */
export function JoinButton({ person, size, className }: JoinButtonProps) {
  const user = useUser();
  const { player } = usePresence(person.id, person);
  if (!user || user.id === person.id || !player || player.level.id === null) return null;
  return (
    <PlayButton
      destination={{ destination_type: "User", id: person.id }}
      label={playButtonText.join(person.username)}
      size={size}
      className={className}
    />
  );
}
