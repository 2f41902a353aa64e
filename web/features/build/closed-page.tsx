import { Blocks, Hammer, Info, LogIn, type LucideIcon, RotateCw } from "lucide-react";
import { BANNED_PAGE } from "#domain/auth/banned.ts";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import { BUILD_CLOSE_CODES } from "#domain/build/close-codes.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { FullPageMessage } from "./load-message.tsx";
import { builderClosedText } from "./text/builder-closed.ts";

type ClosedKind = keyof typeof builderClosedText;

const KINDS: Record<number, ClosedKind> = {
  [BUILD_CLOSE_CODES.sessionEnded]: "signedOut",
  [BUILD_CLOSE_CODES.banned]: "banned",
  [BUILD_CLOSE_CODES.removed]: "removed",
  [BUILD_CLOSE_CODES.full]: "full",
  [BUILD_CLOSE_CODES.levelDeleted]: "levelDeleted",
  [BUILD_CLOSE_CODES.newerParts]: "newer",
};

/** The full-page sentence for the code with which the connection was closed for good. */
export const closedKind = (code: number | null): ClosedKind => KINDS[code ?? 0] ?? "dropped";

const ICONS: Partial<Record<ClosedKind, LucideIcon>> = {
  signedOut: LogIn,
  banned: Info,
  removed: Blocks,
  levelDeleted: Hammer,
};
const LINKS: Partial<Record<ClosedKind, string>> = { removed: "/levels", levelDeleted: "/build/new" };

export interface ClosedPageProps {
  code: number | null;
  levelId: number;
  onClose: () => void;
}

export default function ClosedPage({ code, levelId }: ClosedPageProps) {
  const kind = closedKind(code);
  const { title, text: sentence, action } = builderClosedText[kind];
  const icon = ICONS[kind] ?? RotateCw;
  const to = LINKS[kind];
  const onClick = () => {
    // The page's account is another one by now, so the next page is loaded from the server.
    if (kind === "signedOut") window.location.assign(signInUrl(`/build/${levelId}`));
    else if (kind === "banned") window.location.assign(BANNED_PAGE);
    else window.location.reload();
  };
  return (
    <FullPageMessage title={title} text={sentence}>
      {to ? (
        <LinkButton variant="primary" icon={icon} to={to}>
          {action}
        </LinkButton>
      ) : (
        <Button variant="primary" icon={icon} onClick={onClick}>
          {action}
        </Button>
      )}
    </FullPageMessage>
  );
}
