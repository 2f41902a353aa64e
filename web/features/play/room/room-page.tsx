import { Blocks, Laptop, LogIn, type LucideIcon, Play, RotateCw, ScrollText } from "lucide-react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { BANNED_PAGE } from "#domain/auth/banned.ts";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import { detectSystem } from "#domain/play/downloads.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { PlayerMessage } from "../load-error.tsx";
import { roomPageText } from "../text/room.ts";
import type { RoomPageState } from "./use-room.ts";

export interface RoomPageProps {
  page: RoomPageState;
  levelId: number;
  /** Opens the desktop client where the player to join is; null without one. */
  onDesktop: (() => void) | null;
}

const reload = () => window.location.reload();
/** The page's account is another one by now, so the next page is loaded from the server. */
const load = (url: string) => () => window.location.assign(url);

const button = (icon: LucideIcon, label: string, onClick: () => void) => (
  <Button variant="primary" icon={icon} onClick={onClick}>
    {label}
  </Button>
);

/** The page's one button; joining someone who plays elsewhere has two ways. */
function useActions({ page: { kind }, levelId, onDesktop }: RoomPageProps): ReactNode {
  const navigate = useNavigate();
  const playHere = () => navigate(`/play/${levelId}`, { replace: true });
  switch (kind) {
    case "signedOut":
      return button(LogIn, roomPageText.signedOut.action, load(signInUrl(`/play/${levelId}`)));
    case "banned":
      return button(ScrollText, roomPageText.banned.action, load(BANNED_PAGE));
    case "removed":
    case "closed":
      return (
        <LinkButton variant="primary" icon={Blocks} to="/levels">
          {roomPageText[kind].action}
        </LinkButton>
      );
    case "elsewhere":
      return button(Play, roomPageText.elsewhere.action, reload);
    case "dropped":
    case "updated":
      return button(RotateCw, roomPageText[kind].action, reload);
    case "cantJoin":
      return button(Play, roomPageText.cantJoin.here, playHere);
    case "otherClient": {
      // The client runs on computers only.
      const isComputer = detectSystem(navigator.userAgent, navigator.maxTouchPoints) !== "phone";
      const open = isComputer ? onDesktop : null;
      return (
        <>
          <Button variant={open ? "plain" : "primary"} icon={Play} onClick={playHere}>
            {roomPageText.otherClient.here}
          </Button>
          {open && button(Laptop, roomPageText.otherClient.desktop, open)}
        </>
      );
    }
  }
}

export default function RoomPage(props: RoomPageProps) {
  const { page } = props;
  const actions = useActions(props);
  const { kind } = page;
  const { title, text } = roomPageText[kind];
  return (
    <PlayerMessage title={title} text={page.text ?? text}>
      {actions}
    </PlayerMessage>
  );
}
