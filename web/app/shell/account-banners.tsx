import { useState } from "react";
import { resendVerificationRoute } from "#domain/auth/api.ts";
import { call } from "#web/lib/api.ts";
import { exactDate } from "#web/lib/format.ts";
import { useUser } from "#web/lib/user.ts";
import { shellText } from "#web/text/shell.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast-store.ts";

const KEY = "bopolis-verify-later";

function VerifyEmail() {
  const [later, setLater] = useState(() => sessionStorage.getItem(KEY) === "1");
  const [busy, setBusy] = useState(false);
  const resend = async () => {
    setBusy(true);
    try {
      await call(resendVerificationRoute, { input: {} });
      toast(shellText.resent, { tone: "good" });
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { tone: "bad" });
    }
    setBusy(false);
  };
  if (later) return null;
  return (
    <Banner
      tone="notice"
      action={
        <Button size="s" busy={busy} onClick={resend}>
          {shellText.resend}
        </Button>
      }
      onDismiss={() => {
        sessionStorage.setItem(KEY, "1");
        setLater(true);
      }}
    >
      {shellText.verifyEmail}
    </Banner>
  );
}

/** What a member has to know about their own account. */
export function AccountBanners() {
  const user = useUser();
  if (!user) return null;
  const { banned } = user;
  return (
    <>
      {banned && (
        <Banner>
          {banned.until ? shellText.bannedUntil(exactDate(banned.until)) : shellText.bannedForEver}{" "}
          {shellText.bannedReason(banned.reason)}
        </Banner>
      )}
      {!user.email_verified && !banned && <VerifyEmail />}
    </>
  );
}
