import { useState } from "react";
import { SHOW_OUTFITS } from "#domain/avatar/outfits.ts";
import { revertEmailRoute } from "#domain/settings/api.ts";
import { call } from "#web/lib/api.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { AuthCard } from "../auth-card.tsx";
import { MailedLink } from "../mailed-link.tsx";
import { authText } from "../text/auth.ts";

const text = authText.revert;

export default function RevertPage() {
  const [done, setDone] = useState<{ message: string; reset_token: string } | null>(null);
  if (done) {
    // A new document, because the session has ended.
    const next = () => window.location.assign(`/reset-password/${done.reset_token}`);
    return (
      <AuthCard title={text.doneTitle} text={done.message} colors={SHOW_OUTFITS[2]}>
        <Button variant="primary" size="l" full onClick={next}>
          {text.next}
        </Button>
      </AuthCard>
    );
  }
  return (
    <MailedLink
      text={text}
      send={(token) => call(revertEmailRoute, { input: { token } })}
      onDone={setDone}
      fallback={
        <LinkButton to="/forgot-password" variant="primary" full>
          {text.forgot}
        </LinkButton>
      }
    />
  );
}
