import { type ReactNode, useState } from "react";
import { useParams } from "react-router";
import { isValidParam } from "#domain/api/params.ts";
import { SHOW_OUTFITS } from "#domain/avatar/outfits.ts";
import { ResponseError } from "#web/lib/api.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { AuthCard } from "./auth-card.tsx";

interface MailedLinkProps<T> {
  text: Record<"title" | "text" | "submit" | "deadTitle" | "dead", string>;
  /** Redeems the link's token. */
  send: (token: string) => Promise<T>;
  onDone: (result: T) => void;
  /** Shown if the link no longer works. */
  fallback: ReactNode;
}

/** The page of a link in an email. Mail scanners open links, so nothing happens until the button is pressed. */
export function MailedLink<T>({ text, send, onDone, fallback }: MailedLinkProps<T>) {
  const { token = "" } = useParams();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isExpired, setExpired] = useState(!isValidParam("token", token));
  const submit = async () => {
    setBusy(true);
    setFailure(null);
    try {
      onDone(await send(token));
    } catch (error) {
      if (error instanceof ResponseError && error.code === "token_expired") setExpired(true);
      else setFailure(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  if (isExpired) {
    return (
      <AuthCard title={text.deadTitle} text={text.dead} colors={SHOW_OUTFITS[2]}>
        {fallback}
      </AuthCard>
    );
  }
  return (
    <AuthCard title={text.title} text={text.text} colors={SHOW_OUTFITS[2]}>
      {failure && <Banner onDismiss={() => setFailure(null)}>{failure}</Banner>}
      <Button variant="primary" size="l" full busy={busy} onClick={() => void submit()}>
        {text.submit}
      </Button>
    </AuthCard>
  );
}
