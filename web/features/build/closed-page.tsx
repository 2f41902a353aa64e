import { Blocks, Hammer, Info, LogIn, RotateCw } from "lucide-react";
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

const reload = () => window.location.reload();
/** The page's account is another one by now, so the next page is loaded from the server. */
const load = (url: string) => () => window.location.assign(url);

export interface ClosedPageProps {
  code: number | null;
  levelId: number;
  onClose: () => void;
}

export default function ClosedPage({ code, levelId }: ClosedPageProps) {
  const kind = closedKind(code);
  const { title, text: sentence, action } = builderClosedText[kind];
  const reloadButton = (
    <Button variant="primary" icon={RotateCw} onClick={reload}>
      {action}
    </Button>
  );
  const button = {
    signedOut: (
      <Button variant="primary" icon={LogIn} onClick={load(signInUrl(`/build/${levelId}`))}>
        {action}
      </Button>
    ),
    banned: (
      <Button variant="primary" icon={Info} onClick={load(BANNED_PAGE)}>
        {action}
      </Button>
    ),
    removed: (
      <LinkButton variant="primary" icon={Blocks} to="/levels">
        {action}
      </LinkButton>
    ),
    levelDeleted: (
      <LinkButton variant="primary" icon={Hammer} to="/build/new">
        {action}
      </LinkButton>
    ),
    full: reloadButton,
    newer: reloadButton,
    dropped: reloadButton,
  }[kind];
  return (
    <FullPageMessage title={title} text={sentence}>
      {button}
    </FullPageMessage>
  );
}
