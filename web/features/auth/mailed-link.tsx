import { type ReactNode, useState } from "react";
import { useParams } from "react-router";
import { isValidParam } from "#domain/api/params.ts";
import { SHOW_OUTFITS } from "#domain/avatar/outfits.ts";
import { useAction } from "#web/lib/action.ts";
import { ResponseError } from "#web/lib/api.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { AuthCard } from "./auth-card.tsx";

interface MailedLinkProps<T> {
  text: Record<"title" | "text" | "submit" | "deadTitle" | "dead", string>;
  send: (token: string) => Promise<T>;
  onDone: (result: T) => void;
  /** Shown if the link no longer works. */
  fallback: ReactNode;
}

export function MailedLink<T>({ text, send, onDone, fallback }: MailedLinkProps<T>) {
  const { token = "" } = useParams();
  const [isExpired, setExpired] = useState(!isValidParam("token", token));
  const { busy, failure, dismiss, run } = useAction(() => send(token), {
    onDone: (result) => void onDone(result),
    errors: "inline",
    onEnd: (_, error) => setExpired(error instanceof ResponseError && error.code === "token_expired"),
  });
  if (isExpired) {
    return (
      <AuthCard title={text.deadTitle} text={text.dead} colors={SHOW_OUTFITS[2]}>
        {fallback}
      </AuthCard>
    );
  }
  return (
    <AuthCard title={text.title} text={text.text} colors={SHOW_OUTFITS[2]}>
      {failure && <Banner onDismiss={dismiss}>{failure}</Banner>}
      <Button variant="primary" size="l" full busy={busy} onClick={() => run()}>
        {text.submit}
      </Button>
    </AuthCard>
  );
}
