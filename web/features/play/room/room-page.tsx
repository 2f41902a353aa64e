import { Blocks, Laptop, LogIn, Play, RotateCw, ScrollText } from "lucide-react";
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

/** The page's one button; joining someone who plays elsewhere has two ways. */
function useActions({ page: { kind }, levelId, onDesktop }: RoomPageProps): ReactNode {
  const navigate = useNavigate();
  const playHere = () => navigate(`/play/${levelId}`, { replace: true });
  switch (kind) {
    case "signedOut":
      return (
        <Button variant="primary" icon={LogIn} onClick={load(signInUrl(`/play/${levelId}`))}>
          {roomPageText.signedOut.action}
        </Button>
      );
    case "banned":
      return (
        <Button variant="primary" icon={ScrollText} onClick={load(BANNED_PAGE)}>
          {roomPageText.banned.action}
        </Button>
      );
    case "removed":
    case "closed":
      return (
        <LinkButton variant="primary" icon={Blocks} to="/levels">
          {roomPageText[kind].action}
        </LinkButton>
      );
    case "elsewhere":
      return (
        <Button variant="primary" icon={Play} onClick={reload}>
          {roomPageText.elsewhere.action}
        </Button>
      );
    case "dropped":
    case "updated":
      return (
        <Button variant="primary" icon={RotateCw} onClick={reload}>
          {roomPageText[kind].action}
        </Button>
      );
    case "cantJoin":
      return (
        <Button variant="primary" icon={Play} onClick={playHere}>
          {roomPageText.cantJoin.here}
        </Button>
      );
    case "otherClient": {
      // The client runs on computers only.
      const isComputer = detectSystem(navigator.userAgent, navigator.maxTouchPoints) !== "phone";
      const open = isComputer ? onDesktop : null;
      return (
        <>
          <Button variant={open ? "plain" : "primary"} icon={Play} onClick={playHere}>
            {roomPageText.otherClient.here}
          </Button>
          {open && (
            <Button variant="primary" icon={Laptop} onClick={open}>
              {roomPageText.otherClient.desktop}
            </Button>
          )}
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
