import { type ReactNode, useState } from "react";
import { useParams } from "react-router";
import { isParam } from "#domain/api/params.ts";
import type { Mood } from "#domain/avatar/figure-face.ts";
import { SHOW_OUTFITS } from "#domain/avatar/outfits.ts";
import { ResponseError } from "#web/lib/api.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { AuthCard } from "./auth-card.tsx";

interface MailedLinkProps<T> {
  text: Record<"title" | "text" | "submit" | "deadTitle" | "dead", string>;
  mood?: Mood;
  /** Uses the link's token. */
  send: (token: string) => Promise<T>;
  onDone: (answer: T) => void;
  /** What to do where the link no longer works. */
  otherwise: ReactNode;
}

/** The page of a mailed link. Mail scanners open links, so nothing happens before the button is pressed. */
export function MailedLink<T>({ text, mood = "happy", send, onDone, otherwise }: MailedLinkProps<T>) {
  const { token = "" } = useParams();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isDead, setDead] = useState(!isParam("token", token));
  const submit = async () => {
    setBusy(true);
    setFailure(null);
    try {
      onDone(await send(token));
    } catch (error) {
      if (error instanceof ResponseError && error.code === "token_expired") setDead(true);
      else setFailure(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  if (isDead) {
    return (
      <AuthCard title={text.deadTitle} text={text.dead} mood="sad" colors={SHOW_OUTFITS[2]}>
        {otherwise}
      </AuthCard>
    );
  }
  return (
    <AuthCard title={text.title} text={text.text} mood={mood} colors={SHOW_OUTFITS[2]}>
      {failure && <Banner onDismiss={() => setFailure(null)}>{failure}</Banner>}
      <Button variant="primary" size="l" full busy={busy} onClick={() => void submit()}>
        {text.submit}
      </Button>
    </AuthCard>
  );
}
