import { useState } from "react";
import { useParams } from "react-router";
import { isParam } from "#domain/api/params.ts";
import { SHOW_OUTFITS } from "#domain/avatar/outfits.ts";
import { revertEmailRoute } from "#domain/settings/api.ts";
import { ApiError, call } from "#web/lib/api.ts";
import { authText } from "#web/text/auth.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { AuthCard } from "./auth-card.tsx";

const text = authText.revert;

/** Takes a change of e-mail address back, with the token of the mail to the old one, and leads on to a new password. */
export default function RevertPage() {
  const { token = "" } = useParams();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isDead, setDead] = useState(!isParam("token", token));
  const [done, setDone] = useState<{ message: string; reset_token: string } | null>(null);
  const revert = async () => {
    setBusy(true);
    setFailure(null);
    try {
      setDone(await call(revertEmailRoute, { input: { token } }));
    } catch (error) {
      if (error instanceof ApiError && error.code === "token_expired") setDead(true);
      else setFailure(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  if (done) {
    // A new page: whoever was signed in here is not any more.
    const next = () => window.location.assign(`/reset-password/${done.reset_token}`);
    return (
      <AuthCard title={text.doneTitle} text={done.message} colors={SHOW_OUTFITS[2]}>
        <Button variant="primary" size="l" full onClick={next}>
          {text.next}
        </Button>
      </AuthCard>
    );
  }
  if (isDead) {
    return (
      <AuthCard title={text.deadTitle} text={text.dead} mood="sad" colors={SHOW_OUTFITS[2]}>
        <LinkButton to="/forgot-password" variant="primary" full>
          {text.forgot}
        </LinkButton>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={text.title} text={text.text} mood="wow" colors={SHOW_OUTFITS[2]}>
      {failure && <Banner onDismiss={() => setFailure(null)}>{failure}</Banner>}
      <Button variant="primary" size="l" full busy={busy} onClick={() => void revert()}>
        {text.submit}
      </Button>
    </AuthCard>
  );
}
